"use client";

import { MessageSquareText } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { ConversationList } from "@/components/messages/conversation-list";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { EmptyState } from "@/components/ui/empty-state";
import { MESSAGES } from "@/lib/paths";

/** The list and a conversation, side by side from 1024 px, else one after the other. */
export function MessagesLayout({ children }: { children: ReactNode }) {
  const isList = usePathname() === MESSAGES;
  return (
    <div
      data-wide
      data-panes
      className="lg:grid lg:min-h-0 lg:flex-1 lg:grid-cols-[18rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)] lg:gap-4 rail:grid-cols-[20rem_minmax(0,1fr)]"
    >
      <Card
        bleed
        className={cx(
          "min-h-[calc(100dvh-6.875rem)] flex-col overflow-hidden max-md:-mb-4 max-md:border-y-0 md:min-h-[70dvh] lg:flex lg:min-h-0",
          isList ? "flex" : "hidden",
        )}
      >
        <ConversationList />
      </Card>
      {children}
    </div>
  );
}

/** Beside the list, until a conversation is chosen. */
export function NoConversationChosen() {
  return (
    <Card className="hidden place-items-center lg:grid">
      <EmptyState icon={MessageSquareText} title="Choose a conversation">
        Or begin a new one with the pencil.
      </EmptyState>
    </Card>
  );
}
