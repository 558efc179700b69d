"use client";

import { Ellipsis } from "lucide-react";
import { usePersonMenu } from "@/components/safety/person-menu";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import type { Post } from "@/lib/posts/schema";

/** The menu of someone else's post: report it, mute or block its author. */
export function ReaderMenu({ post }: { post: Post }) {
  const { items, dialog } = usePersonMenu(post.userId, {
    reported: { subject: "post", subjectId: post._id },
  });
  return (
    <>
      <Menu
        defaultOpen
        trigger={
          <IconButton label="Post options" className="-my-1 -mr-2.5">
            <Ellipsis />
          </IconButton>
        }
      >
        {items}
      </Menu>
      {dialog}
    </>
  );
}
