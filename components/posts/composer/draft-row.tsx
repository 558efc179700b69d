"use client";

import { useState } from "react";
import { nounOf, sentenceCase } from "@/components/posts/composer/draft-media";
import type { Composer } from "@/components/posts/composer/use-composer";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useTranslate } from "@/lib/language/translate";
import { firstCharacters } from "@/lib/text/text";

/** More than one line of the row can show. */
const WORDS_MAX = 80;

type Props = {
  composer: Composer;
  onContinue: () => void;
  onDiscard: () => void;
};

/** A draft on top of the feed, as one row. */
export function DraftRow({ composer, onContinue, onDiscard }: Props) {
  const t = useTranslate();
  const [isAsking, setIsAsking] = useState(false);
  const { text, media, notice } = composer;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2">
      <p className="min-w-0 flex-1 truncate">
        <span className="font-semibold text-brand">{t("Draft")}</span> ·{" "}
        {firstCharacters(text.value.trim(), WORDS_MAX) || sentenceCase(nounOf(media.items, t))}
      </p>
      <span role="status" className="sr-only">
        {notice && t(notice.text)}
      </span>
      <Button variant="soft" size="sm" onClick={onContinue}>
        {t("Continue")}
      </Button>
      <Button variant="ghost" size="sm" className="-mr-2 px-3" onClick={() => setIsAsking(true)}>
        {t("Discard")}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("Discard this draft?")}
        description={t("Your draft will be lost.")}
        confirmLabel={t("Discard")}
        danger
        onConfirm={onDiscard}
      />
    </div>
  );
}
