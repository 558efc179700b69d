"use client";

import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { part } from "@/components/ui/part";
import type { Post } from "@/lib/posts/contract";

const AuthorMenu = part(() => import("@/components/posts/author-menu").then((module) => module.AuthorMenu));

/** The author's menu; its code comes with the first press. */
export function AuthorMenuButton({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <IconButton
      label="Post options"
      aria-haspopup="menu"
      className="-my-1 -mr-2.5"
      onPointerEnter={AuthorMenu.ahead}
      onFocus={AuthorMenu.ahead}
      onClick={() => setWanted(true)}
    >
      <Ellipsis />
    </IconButton>
  );
  if (!isWanted) return button;
  return <AuthorMenu fallback={button} onLost={() => setWanted(false)} post={post} onDeleted={onDeleted} />;
}
