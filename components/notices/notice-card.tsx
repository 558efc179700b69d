"use client";

import { Megaphone, X } from "lucide-react";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { IconButton } from "@/components/ui/icon-button";
import { LongText } from "@/components/ui/long-text";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { announce } from "@/lib/dom/announce";
import { useDismissNotice } from "@/lib/notices/client/notices";
import type { Notice } from "@/lib/notices/schema";

/** Dismissed since this page loaded: on Back the router shows the page as it was before. */
const dismissed = new Set<string>();

/** A notice to everyone, on top of the feed until the person dismisses it. */
export function NoticeCard({ notice }: { notice: Notice }) {
  const [isOpen, setIsOpen] = useState(!dismissed.has(notice._id));
  const dismiss = useDismissNotice();
  if (!isOpen) return null;

  const show = (isShown: boolean) => {
    if (isShown) dismissed.delete(notice._id);
    else dismissed.add(notice._id);
    setIsOpen(isShown);
  };
  const close = () => {
    show(false);
    announce("Notice dismissed.");
    dismiss.mutateAsync(notice._id).catch((error: unknown) => {
      show(true);
      toast.error(failureMessage(error, "The notice couldn't be dismissed. Please try again."));
    });
  };

  return (
    <Card bleed className="@container flex items-start gap-3 p-4 max-md:my-2 md:mb-4">
      {/* Large text needs its space. */}
      <span className="@max-2xs:hidden grid size-10 shrink-0 place-items-center rounded-full bg-gold-soft text-gold-ink">
        <Megaphone aria-hidden className="size-5" />
      </span>
      <section aria-labelledby="notice" className="min-w-0 flex-1">
        <h2 id="notice" className="text-base">
          Notice to everyone
        </h2>
        <p className="text-ink2 text-sm">
          <bdi>{notice.authorName}</bdi> · <RelativeTime at={notice.createdAt} style="feed" />
        </p>
        <LongText text={notice.text} className="mt-1.5 whitespace-pre-line break-words" />
      </section>
      <IconButton label="Dismiss notice" className="-mt-1.5 -mr-2" onClick={close}>
        <X />
      </IconButton>
    </Card>
  );
}
