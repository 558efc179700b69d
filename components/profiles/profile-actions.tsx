"use client";

import { Ellipsis, Link2 } from "lucide-react";
import { CircleButton } from "@/components/circles/circle-button";
import { copyProfileLink } from "@/components/profiles/profile-link";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
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
