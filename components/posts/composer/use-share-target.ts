"use client";

import { useEffect, useRef } from "react";
import type { Composer } from "@/components/posts/composer/use-composer";
import { toast } from "@/components/ui/toast";
import { translate } from "@/lib/language/translate";
import { takeShared } from "@/lib/offline/shared";

/**
 * Adds what another app shared (Web Share Target) to the composer: the text to the draft, the
 * pictures and videos as the post's media.
 */
export function useShareTarget(composer: Composer): void {
  const latest = useRef(composer);
  useEffect(() => {
    latest.current = composer;
  });
  useEffect(() => {
    const shared = new URLSearchParams(window.location.search).get("shared");
    if (!shared) return;
    // A reload must not share again.
    window.history.replaceState(null, "", window.location.pathname);
    const receive = async () => {
      const content = shared === "taken" ? await takeShared() : undefined;
      // Apps share into the installed app's window. In a browser tab, the form was submitted by
      // some web page.
      if (!content || window.matchMedia("(display-mode: browser)").matches)
        return void toast.error(translate("What you shared did not arrive. Please choose it here."));
      const { draft, actions } = latest.current;
      if (content.text) actions.setText([draft.text, content.text].filter(Boolean).join("\n"));
      if (content.files.length > 0) await actions.pick(content.files);
    };
    void receive();
  }, []);
}
