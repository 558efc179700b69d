"use client";

import { Copy, Ellipsis, Flag, Trash2 } from "lucide-react";
import { useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { announce } from "@/lib/dom/announce";
import { useRelativeTime } from "@/lib/dom/use-relative-time";
import { useTranslate } from "@/lib/language/translate";
import { useDeleteMessage } from "@/lib/messages/client/mutations";
import { DELETE_MINUTES } from "@/lib/messages/policy";
import type { Message } from "@/lib/messages/schema";

const ReportDialog = lazyComponent(() =>
  import("@/components/safety/report-dialog").then((module) => module.ReportDialog),
);
const ConfirmDialog = lazyComponent(() =>
  import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
);

type Props = {
  message: Message;
  isMine: boolean;
  /** The other person's name. */
  name: string;
  /** A long press on it opens the menu, and so does the right button of a mouse. */
  bubble: HTMLElement | null;
};

/**
 * Actions on a message: copying its text, deleting an own one for a while, reporting another's,
 * also one that the other has deleted.
 */
export function BubbleMenu({ message, isMine, name, bubble }: Props) {
  const t = useTranslate();
  const [asked, setAsked] = useState<"delete" | "report">();
  const close = () => setAsked(undefined);
  const { _id: subjectId, conversationId, senderId } = message;
  const deletion = useDeleteMessage();
  const until = Date.parse(message.createdAt) + DELETE_MINUTES * 60_000;
  const canDelete = useRelativeTime((now) => (now < until ? "yes" : "no")) === "yes" && isMine;
  if (!message.text && isMine && !canDelete) return null;
  const copy = () =>
    navigator.clipboard.writeText(message.text).then(
      () => announce(t("Copied!")),
      () => toast.error(t("The text couldn't be copied.")),
    );
  const remove = () => {
    announce(t("Message deleted."));
    deletion.mutateAsync(message).catch((error: unknown) => {
      toast.error(failureMessage(error, t("The message couldn't be deleted. Please try again.")));
    });
  };
  return (
    <>
      <Menu
        align={isMine ? "end" : "start"}
        opensOn={bubble}
        trigger={
          <button
            type="button"
            aria-label={t("Message options")}
            // Hidden until hover or focus. A finger rests on the bubble instead, but a screen reader
            // needs it.
            className="touch-target grid size-6 shrink-0 place-items-center rounded-full text-ink2 transition-opacity hover:text-ink touch:not-focus-visible:sr-only not-touch:opacity-0 not-touch:focus-visible:opacity-100 not-touch:group-hover:opacity-100 not-touch:data-[state=open]:opacity-100"
          >
            <Ellipsis aria-hidden className="size-4.5" />
          </button>
        }
      >
        {message.text && (
          <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copy()}>
            {t("Copy text")}
          </MenuItem>
        )}
        {!isMine && (
          <MenuItem icon={<Flag aria-hidden />} onSelect={() => setAsked("report")}>
            {t("Report message")}
          </MenuItem>
        )}
        {canDelete && (
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAsked("delete")}>
            {t("Delete")}
          </MenuItem>
        )}
      </Menu>
      {asked === "report" && (
        <ReportDialog
          person={senderId ? { _id: senderId, name } : undefined}
          reported={{ subject: "message", subjectId, conversationId }}
          onClose={close}
          onLoadError={close}
        />
      )}
      {asked === "delete" && (
        <ConfirmDialog
          open
          onOpenChange={close}
          onLoadError={close}
          title={t("Delete this message?")}
          description={t("It disappears for both of you.")}
          confirmLabel={t("Delete")}
          danger
          onConfirm={remove}
        />
      )}
    </>
  );
}
