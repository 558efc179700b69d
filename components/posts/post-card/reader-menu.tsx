"use client";

import type { ReactNode } from "react";
import { NotificationsItem } from "@/components/posts/post-card/notifications-item";
import { usePersonMenu } from "@/components/safety/person-menu";
import { Menu } from "@/components/ui/menu";
import type { Post } from "@/lib/posts/schema";

/** The menu of someone else's post: its notifications, report it, mute or block its author. */
export function ReaderMenu({ post, trigger }: { post: Post; trigger: ReactNode }) {
  const { items, dialog } = usePersonMenu(post.userId, {
    reported: { subject: "post", subjectId: post._id },
  });
  return (
    <>
      <Menu defaultOpen trigger={trigger}>
        <NotificationsItem post={post} />
        {items}
      </Menu>
      {dialog}
    </>
  );
}
