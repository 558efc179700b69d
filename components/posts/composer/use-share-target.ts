"use client";

import { useEffect, useRef } from "react";
import { toast } from "sonner";
import type { Composer } from "@/components/posts/composer/use-composer";
import { takeShared } from "@/lib/offline/shared";

/**
 * Takes up what another app shared into this one: its words join the draft, its picture or video is
 * the post's.
 */
export function useShareTarget(composer: Composer): void {
  const latest = useRef(composer);
  useEffect(() => {
    latest.current = composer;
  });
  useEffect(() => {
    const shared = new URLSearchParams(window.location.search).get("shared");
    if (!shared) return;
    // A reload shares nothing again.
    window.history.replaceState(null, "", window.location.pathname);
    const take = async () => {
      const found = shared === "taken" ? await takeShared() : undefined;
      // Apps share into the installed app and its window. In a tab it is some page that filled in
      // our form.
      if (!found || window.matchMedia("(display-mode: browser)").matches)
        return void toast.error("What you shared did not arrive. Please choose it here.");
      const { text, setText, pick } = latest.current;
      if (found.text) setText([text, found.text].filter(Boolean).join("\n"));
      if (found.files.length > 0) await pick(found.files);
    };
    void take();
  }, []);
}
