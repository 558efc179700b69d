"use client";

import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { Post } from "@/lib/posts/schema";

const AuthorMenu = lazyComponent(() =>
  import("@/components/posts/post-card/author-menu").then((module) => module.AuthorMenu),
);

/** Opens the author's menu, whose code loads on the first press. */
export function AuthorMenuButton({ post, onDeleted }: { post: Post; onDeleted: (() => void) | undefined }) {
  const [isRequested, setIsRequested] = useState(false);
  const button = (
    <IconButton
      label="Post options"
      aria-haspopup="menu"
      className="-my-1 -mr-2.5"
      onPointerEnter={AuthorMenu.preload}
      onFocus={AuthorMenu.preload}
      onClick={() => setIsRequested(true)}
    >
      <Ellipsis />
    </IconButton>
  );
  if (!isRequested) return button;
  return (
    <AuthorMenu
      fallback={button}
      onLoadError={() => setIsRequested(false)}
      post={post}
      onDeleted={onDeleted}
    />
  );
}
