"use client";

import { MessageSquareText } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { ConversationList } from "@/components/messages/conversation-list";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { EmptyState } from "@/components/ui/empty-state";
import { useTranslate } from "@/lib/language/translate";
import { MESSAGES } from "@/lib/paths";

/**
 * The list and a conversation: side by side from 768 px, where the list alone has all the room
 * below 1024 px; one after the other on phones.
 */
export function MessagesLayout({ children }: { children: ReactNode }) {
  const isList = usePathname() === MESSAGES;
  return (
    <div
      data-wide
      data-panes
      className={cx(
        "gap-2 md:grid md:min-h-0 md:flex-1 md:grid-rows-[minmax(0,1fr)] lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-4 rail:grid-cols-[20rem_minmax(0,1fr)]",
        !isList && "md:max-lg:grid-cols-[11rem_minmax(0,1fr)]",
      )}
    >
      <Card
        bleed
        className={cx(
          "min-h-[calc(100dvh-6.875rem)] flex-col overflow-hidden max-md:-mb-4 max-md:border-y-0 md:flex md:min-h-0",
          isList ? "flex" : "hidden",
        )}
      >
        <ConversationList />
      </Card>
      {children}
    </div>
  );
}

/** Next to the list, until a conversation is chosen. */
export function NoConversationChosen() {
  const t = useTranslate();
  return (
    <Card className="hidden place-items-center lg:grid">
      <EmptyState icon={MessageSquareText} title={t("Choose a conversation")}>
        {t("Or begin a new one with the pencil.")}
      </EmptyState>
    </Card>
  );
}
