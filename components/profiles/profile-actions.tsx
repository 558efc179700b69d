"use client";

import { Ellipsis, Link2, UserMinus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { CircleButton } from "@/components/circles/circle-button";
import { usePersonMenu } from "@/components/safety/person-menu";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { useCopyLink } from "@/components/ui/use-copy-link";
import { messageOf } from "@/lib/api/client/api-client-error";
import { translate, useTranslate } from "@/lib/language/translate";
import { useWriteTo } from "@/lib/messages/client/mutations";
import { conversationPath } from "@/lib/paths";
import { LINK_COPIED } from "@/lib/posts/policy";
import type { User } from "@/lib/profiles/schema";

const RemoveDialog = lazyComponent(() =>
  import("@/components/circles/remove-dialog").then((module) => module.RemoveDialog),
);

/**
 * Actions on another person's profile. The preview of the viewer's profile shows them `disabled`.
 */
export function ProfileActions({ user, disabled = false }: { user: User; disabled?: boolean }) {
  const t = useTranslate();
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
      () => toast.success(translate(LINK_COPIED)),
      // The dialog says why, and helps.
      () => {},
    );
  };
  return { copy, dialog };
}

/** On a profile: opens the conversation with its person. `disabled` in the preview of one's own. */
export function MessageButton({ userId, disabled = false }: { userId: string; disabled?: boolean }) {
  const t = useTranslate();
  const router = useRouter();
  const write = useWriteTo();
  const open = () =>
    write.mutate(
      { userId },
      {
        onSuccess: ({ _id }) => router.push(conversationPath(_id)),
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  return (
    <Button variant="secondary" disabled={disabled} isPending={write.isPending} onClick={open}>
      {t("Message")}
    </Button>
  );
}
