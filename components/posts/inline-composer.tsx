"use client";

import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { ComposerForm } from "@/components/posts/composer";
import { postDraftKey } from "@/components/posts/draft-key";
import type { Composer, RestingComposer } from "@/components/posts/use-composer";
import { toast } from "@/components/ui/toast";
import { OUT_OF_REACH } from "@/lib/api/client-error";
import { useDraft } from "@/lib/hooks/use-draft";
import { whenIdle } from "@/lib/hooks/when-idle";
import { useMe } from "@/lib/users/queries";

type Working = typeof import("@/components/posts/working-composer")["WorkingComposer"];

/** Once it was loaded it is there at once on every later visit to the feed. */
let loaded: Working | undefined;

/**
 * The composer on top of the feed. Its one line comes with the page; what works behind it is loaded when the browser rests,
 * or as soon as somebody turns to it. What is typed before is in the draft already.
 */
export function InlineComposer() {
  const me = useMe();
  const [draft, setDraft] = useDraft(postDraftKey(me?._id));
  const textarea = useRef<HTMLTextAreaElement>(null);
  const early = useRef<(composer: Composer) => void>(undefined);
  const [Working, setWorking] = useState(() => loaded);
  const [composer, setComposer] = useState<Composer>();

  const load = useCallback(async () => {
    try {
      loaded ??= (await import("@/components/posts/working-composer")).WorkingComposer;
      setWorking(() => loaded);
    } catch {
      // No connection: the next turn to it tries again. Only somebody who asked for something waits for an answer.
      if (early.current) toast.error(OUT_OF_REACH);
      early.current = undefined;
    }
  }, []);
  const loadIfBegun = useEffectEvent(() => {
    if (draft !== "") void load();
  });
  useEffect(() => {
    loadIfBegun();
    return whenIdle(load);
  }, [load]);
  useEffect(() => {
    window.addEventListener("dragenter", load, { once: true });
    return () => window.removeEventListener("dragenter", load);
  }, [load]);
  const takeEarly = useCallback(() => {
    const act = early.current;
    early.current = undefined;
    return act;
  }, []);
  const later = (act: (composer: Composer) => void) => {
    early.current = act;
    void load();
  };

  const resting: RestingComposer = {
    isResting: true,
    me,
    textarea,
    text: draft,
    setText: setDraft,
    pick: async (files) => {
      // A list of the browser's is emptied with its field.
      const chosen = [...(files ?? [])];
      if (chosen.length > 0) later((working) => void working.pick(chosen));
    },
    submit: () => later((working) => working.submit()),
    isTooLong: false,
    isWorking: false,
    isDone: false,
    isExpanded: draft !== "",
  };
  // The draft is the newest word on what the field holds: the field must never be given an older one.
  const shown = composer && (composer.isDone ? composer : { ...composer, text: draft });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing to press, it only hears that somebody is coming
    <div className="card-bleed px-4 py-3 md:px-5" onPointerEnter={load} onFocus={load}>
      <ComposerForm composer={shown ?? resting} />
      {Working && <Working textarea={textarea} onComposer={setComposer} takeEarly={takeEarly} />}
    </div>
  );
}
