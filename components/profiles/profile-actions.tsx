"use client";

import { Ellipsis, Link2 } from "lucide-react";
import { toast } from "sonner";
import { CircleButton } from "@/components/circles/circle-button";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { LINK_COPIED } from "@/lib/posts/messages";
import type { User } from "@/lib/profiles/schema";

/**
 * Actions on another person's profile. The preview of the viewer's profile shows them `disabled`.
 */
export function ProfileActions({ user, disabled = false }: { user: User; disabled?: boolean }) {
  return (
    <>
      <Menu
        trigger={
          <IconButton label="More actions" className="border border-line bg-surface">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<Link2 aria-hidden />} onSelect={() => copyProfileLink(user._id)}>
          Copy link to profile
        </MenuItem>
      </Menu>
      <CircleButton person={user} size="md" disabled={disabled} />
    </>
  );
}

/** Copies the address of a profile to the clipboard. */
export async function copyProfileLink(userId: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${window.location.origin}/profile/${userId}`);
    toast.success(LINK_COPIED);
  } catch {
    // The browser denies access to the clipboard.
    toast.error("The link couldn't be copied.");
  }
}
