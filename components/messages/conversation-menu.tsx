"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Ellipsis, Flag, Trash2, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { usePersonMenu } from "@/components/safety/person-menu";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";
import { useTranslate } from "@/lib/language/translate";
import { messageItems } from "@/lib/messages/client/cache";
import { logOptions } from "@/lib/messages/client/queries";
import type { Conversation } from "@/lib/messages/schema";
import { MESSAGES } from "@/lib/paths";
import { useMe } from "@/lib/profiles/client/queries";
import type { UserSummary } from "@/lib/profiles/schema";

const ReportDialog = lazyComponent(() =>
  import("@/components/safety/report-dialog").then((module) => module.ReportDialog),
);

/** What can be done about a conversation, and about whom it is with. */
export function ConversationMenu({
  conversation: { _id, with: person },
  onDelete,
}: {
  conversation: Conversation;
  onDelete: () => void;
}) {
  const t = useTranslate();
  const trigger = (
    <IconButton label={t("Conversation options")}>
      <Ellipsis />
    </IconButton>
  );
  const deletion = (
    <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
      {t("Delete conversation")}
    </MenuItem>
  );
  if (!person) return <MenuAboutNoOne conversationId={_id} trigger={trigger} deletion={deletion} />;
  return <MenuAbout conversationId={_id} person={person} trigger={trigger} deletion={deletion} />;
}

type MenuProps = { conversationId: string; trigger: ReactNode; deletion: ReactNode };

/**
 * In a conversation with someone deleted or hidden. Who they are is not known here, so what is
 * reported is the last message they wrote: from that the server knows whose it is.
 */
function MenuAboutNoOne({ conversationId, trigger, deletion }: MenuProps) {
  const t = useTranslate();
  const me = useMe();
  const { data } = useInfiniteQuery(logOptions(conversationId));
  const [isReporting, setIsReporting] = useState(false);
  const close = () => setIsReporting(false);
  const last = messageItems
    .all(data)
    .find(({ senderId, isDeleted, isWithheld }) => me && senderId !== me._id && !isDeleted && !isWithheld);
  return (
    <>
      <Menu trigger={trigger}>
        {last && (
          <MenuItem icon={<Flag aria-hidden />} onSelect={() => setIsReporting(true)}>
            {t("Report their last message")}
          </MenuItem>
        )}
        {deletion}
      </Menu>
      {last && isReporting && (
        <ReportDialog
          person={undefined}
          reported={{ subject: "message", subjectId: last._id, conversationId }}
          onClose={close}
          onLoadError={close}
        />
      )}
    </>
  );
}

function MenuAbout({ conversationId, person, trigger, deletion }: MenuProps & { person: UserSummary }) {
  const t = useTranslate();
  const router = useRouter();
  const { items, dialog } = usePersonMenu(person, {
    reported: { subject: "person", subjectId: person._id, conversationId },
    isRelationLoaded: true,
    onBlock: () => router.push(MESSAGES),
  });
  return (
    <>
      <Menu trigger={trigger}>
        <MenuLink href={`/profile/${person._id}`} icon={<UserRound aria-hidden />}>
          {t("View profile")}
        </MenuLink>
        {items}
        {deletion}
      </Menu>
      {dialog}
    </>
  );
}
