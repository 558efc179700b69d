"use client";

import { useId, useRef, useState } from "react";
import { drawCard } from "@/components/posts/composer/card/draw-card";
import { addCard } from "@/components/posts/composer/draft-media";
import type { Composer } from "@/components/posts/composer/use-composer";
import { CardWords } from "@/components/posts/post-card/card-words";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { BACKGROUNDS, CARD_BACKGROUNDS, type CardBackground } from "@/lib/text/card-look";

type Props = { composer: Composer; onClose: () => void };

/** Chooses the background of a card, shows it as it will be in the feed, and posts it. */
export function CardDialog({ composer, onClose }: Props) {
  const t = useTranslate();
  const text = composer.text.value.trim();
  const [background, setBackground] = useState<CardBackground>("blue");
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string>();
  const preview = useRef<HTMLDivElement>(null);
  const hintId = useId();

  const post = async () => {
    const words = preview.current?.querySelector("p");
    if (!words) return;
    setIsPending(true);
    setError(undefined);
    try {
      const media = await drawCard(text, background, getComputedStyle(words).fontFamily);
      addCard(composer.me?._id ?? "", media, text, { background });
      await composer.sending.publish();
      onClose();
    } catch (reason) {
      setError(messageOf(reason));
      setIsPending(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      canClose={() => !isPending}
      title={t("Make a card")}
      footer={
        <div className="flex justify-end gap-3">
          <Button variant="secondary" onClick={() => !isPending && onClose()}>
            {t("Cancel")}
          </Button>
          <Button isPending={isPending} onClick={post}>
            {t("Post")}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {/* In view above the backgrounds, also on a small phone. */}
        <div
          ref={preview}
          inert
          className="mx-auto w-full max-w-[calc(46dvh*0.8)] overflow-hidden rounded-media"
        >
          <CardWords text={text} background={background} />
        </div>
        <div role="radiogroup" aria-label={t("Background")} className="flex flex-wrap justify-center gap-2">
          {CARD_BACKGROUNDS.map((one) => (
            <BackgroundOption
              key={one}
              background={one}
              name={hintId}
              isChosen={one === background}
              onChoose={() => setBackground(one)}
            />
          ))}
        </div>
        {error && <Alert>{error}</Alert>}
      </div>
    </Dialog>
  );
}

type OptionProps = { background: CardBackground; name: string; isChosen: boolean; onChoose: () => void };

function BackgroundOption({ background, name, isChosen, onChoose }: OptionProps) {
  const { label, from, to } = BACKGROUNDS[background];
  return (
    <label className="relative grid size-11 place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-brand has-checked:ring-2 has-checked:ring-brand has-checked:ring-inset">
      <input
        type="radio"
        name={name}
        aria-label={label}
        title={label}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 z-1 cursor-pointer opacity-0"
      />
      <span
        aria-hidden
        style={{ backgroundImage: `linear-gradient(to bottom right, ${from}, ${to})` }}
        className="size-8 rounded-full border border-line-strong forced-color-adjust-none"
      />
    </label>
  );
}
