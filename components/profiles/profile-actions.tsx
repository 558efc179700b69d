"use client";

import { Ellipsis, Link2, UserMinus } from "lucide-react";
import { useState } from "react";
import { CircleButton } from "@/components/circles/circle-button";
import { MessageButton } from "@/components/messages/message-button";
import { usePersonMenu } from "@/components/safety/person-menu";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { useCopyLink } from "@/components/ui/use-copy-link";
import { text, useText } from "@/lib/language/text";
import { LINK_COPIED } from "@/lib/posts/policy";
import type { User } from "@/lib/profiles/schema";

const RemoveDialog = lazyComponent(() =>
  import("@/components/circles/remove-dialog").then((module) => module.RemoveDialog),
);

/**
 * Actions on another person's profile. The preview of the viewer's profile shows them `disabled`.
 */
export function ProfileActions({ user, disabled = false }: { user: User; disabled?: boolean }) {
  const t = useText();
  const profileLink = useCopyProfileLink(user._id);
  const personMenu = usePersonMenu(user);
  const [isRemoving, setRemoving] = useState(false);
  const closeRemoval = () => setRemoving(false);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t("More actions")} className="border border-line bg-surface">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<Link2 aria-hidden />} onSelect={profileLink.copy}>
          {t("Copy link to profile")}
        </MenuItem>
        {!disabled && personMenu.items}
        {user.isInMyCircle && (
          <MenuItem icon={<UserMinus aria-hidden />} danger onSelect={() => setRemoving(true)}>
            {t("Remove from my circle")}
          </MenuItem>
        )}
      </Menu>
      <MessageButton userId={user._id} disabled={disabled} />
      <CircleButton person={user} size="md" disabled={disabled} />
      {profileLink.dialog}
      {personMenu.dialog}
      {isRemoving && <RemoveDialog person={user} onClose={closeRemoval} onLoadError={closeRemoval} />}
    </>
  );
}

/** Copies the address of a profile. The caller renders `dialog`. */
export function useCopyProfileLink(userId: string) {
  const { copyLink, dialog } = useCopyLink();
  const copy = () => {
    copyLink(`${window.location.origin}/profile/${userId}`).then(
      () => toast.success(text(LINK_COPIED)),
      // The dialog says why, and helps.
      () => {},
    );
  };
  return { copy, dialog };
}
