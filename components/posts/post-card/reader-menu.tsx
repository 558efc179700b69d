"use client";

import type { ReactNode } from "react";
import { usePersonMenu } from "@/components/safety/person-menu";
import { Menu } from "@/components/ui/menu";
import type { Post } from "@/lib/posts/schema";

/** The menu of someone else's post: report it, mute or block its author. */
export function ReaderMenu({ post, trigger }: { post: Post; trigger: ReactNode }) {
  const { items, dialog } = usePersonMenu(post.userId, {
    reported: { subject: "post", subjectId: post._id },
  });
  return (
    <>
      <Menu defaultOpen trigger={trigger}>
        {items}
      </Menu>
      {dialog}
    </>
  );
}
