"use client";

import * as Toolbar from "@radix-ui/react-toolbar";
import { useEffect, useEffectEvent, useRef } from "react";
import { isComposing } from "@/lib/dom/composition";
import { useTranslate } from "@/lib/language/translate";

const EMOJI = [
  ["😀", "Grinning"],
  ["😂", "Tears of joy"],
  ["😍", "Heart eyes"],
  ["🥳", "Party"],
  ["😎", "Cool"],
  ["🤔", "Thinking"],
  ["👍", "Thumbs up"],
  ["👏", "Clapping"],
  ["🙌", "Raised hands"],
  ["🔥", "Fire"],
  ["🎉", "Confetti"],
  ["❤️", "Heart"],
] as const;

type Props = { id: string; onPick: (emoji: string) => void; onClose: () => void };

/** A row of emoji: one tab stop, gone through with the arrow keys. Escape closes it. */
export function EmojiPicker({ id, onPick, onClose }: Props) {
  const t = useTranslate();
  const row = useRef<HTMLDivElement>(null);
  const handleEscape = useEffectEvent(onClose);
  useEffect(() => {
    row.current?.scrollIntoView?.({ block: "nearest" });
    // On the window, before the dialog around the row gets it and closes, too.
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isComposing(event) || layerOf(event.target) !== layerOf(row.current))
        return;
      event.stopPropagation();
      handleEscape();
    };
    window.addEventListener("keydown", handleKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", handleKeyDown, { capture: true });
  }, []);
  return (
    <Toolbar.Root
      ref={row}
      id={id}
      aria-label={t("Emoji")}
      // Below the tools, and reached before Post.
      className="order-last grid w-full animate-fade-in scroll-mb-4 grid-cols-6 gap-1 rounded-card border border-line p-1.5 sm:grid-cols-12"
    >
      {EMOJI.map(([emoji, name]) => (
        <Toolbar.Button
          key={emoji}
          aria-label={t(name)}
          title={t(name)}
          onClick={() => onPick(emoji)}
          className="grid min-h-11 place-items-center rounded-lg text-xl transition-transform hover:bg-sunken active:scale-90"
        >
          {emoji}
        </Toolbar.Button>
      ))}
    </Toolbar.Root>
  );
}

/** The dialog that an element is in, if any. */
const layerOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest("[role=dialog], [role=alertdialog]") : null;
