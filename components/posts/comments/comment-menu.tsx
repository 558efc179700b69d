"use client";

import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { usePersonMenu } from "@/components/safety/person-menu";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { Comment } from "@/lib/comments/schema";
import { useTranslate } from "@/lib/language/translate";
import type { UserSummary } from "@/lib/profiles/schema";
import { commentAuthorName } from "@/lib/text/names";

type Props = {
  comment: Comment & { userId: UserSummary };
  trigger: ReactNode;
  /** Pass it only if the viewer may delete the comment. */
  onDelete: (() => void) | undefined;
};

/** For someone else's comment: report it, mute or block its author; under an own post delete it. */
export function CommentMenu({ comment: { _id, userId }, trigger, onDelete }: Props) {
  const t = useTranslate();
  const { items, dialog } = usePersonMenu(
    { _id: userId._id, name: commentAuthorName(userId.name) },
    { reported: { subject: "comment", subjectId: _id } },
  );
  return (
    <>
      <Menu defaultOpen trigger={trigger}>
        {items}
        {onDelete && (
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
            {t("Delete comment")}
          </MenuItem>
        )}
      </Menu>
      {dialog}
    </>
  );
}
