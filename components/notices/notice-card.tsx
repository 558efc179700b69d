"use client";

import { Megaphone, X } from "lucide-react";
import { useState } from "react";
import { FoldedCard } from "@/components/ui/folded-card";
import { IconButton } from "@/components/ui/icon-button";
import { LongText } from "@/components/ui/long-text";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { announce } from "@/lib/dom/announce";
import { useTranslate } from "@/lib/language/translate";
import { useDismissNotice } from "@/lib/notices/client/notices";
import type { Notice } from "@/lib/notices/schema";
import { pageStore } from "@/lib/store/persisted-store";

/** Put away since this page loaded: on Back the router shows the page as it was before. */
const dismissed = pageStore<Readonly<Record<string, true>>>({});

const isDismissed = (id: string) => id in dismissed.getState();

/**
 * A notice to everyone, as one line on top of the feed. People who unfold it have read it, and do
 * not see it again.
 */
export function NoticeCard({ notice }: { notice: Notice }) {
  const t = useTranslate();
  const [isShown, setIsShown] = useState(!isDismissed(notice._id));
  const [isOpen, setIsOpen] = useState(false);
  const dismiss = useDismissNotice();
  if (!isShown) return null;

  const putAway = async ({ isClosed }: { isClosed: boolean }) => {
    dismissed.setState({ [notice._id]: true });
    try {
      await dismiss.mutateAsync(notice._id);
    } catch (error) {
      const { [notice._id]: _, ...others } = dismissed.getState();
      dismissed.setState(others, true);
      // Only unfolded: the line is there again next time.
      if (!isClosed) return;
      setIsShown(true);
      toast.error(failureMessage(error, t("The notice couldn't be dismissed. Please try again.")));
    }
  };
  const toggle = () => {
    setIsOpen(!isOpen);
    if (!isDismissed(notice._id)) void putAway({ isClosed: false });
  };
  const close = () => {
    setIsShown(false);
    announce(t("Notice dismissed."));
    if (!isDismissed(notice._id)) void putAway({ isClosed: true });
  };

  return (
    <FoldedCard
      label={t("Notice to everyone")}
      icon={<Megaphone aria-hidden className="size-5 shrink-0 text-gold-ink" />}
      title={
        isOpen ? (
          <b className="font-semibold">{t("Notice to everyone")}</b>
        ) : (
          <>
            <span className="sr-only">{t("Notice to everyone:")} </span>
            <span className="font-semibold">{notice.text}</span>
          </>
        )
      }
      isOpen={isOpen}
      onToggle={toggle}
      action={
        <IconButton label={t("Dismiss notice")} onClick={close}>
          <X />
        </IconButton>
      }
    >
      <LongText text={notice.text} className="whitespace-pre-line break-words" />
      <p className="mt-1.5 text-ink2 text-sm">
        <bdi>{t(notice.authorName)}</bdi> · <RelativeTime at={notice.createdAt} style="feed" />
      </p>
    </FoldedCard>
  );
}
