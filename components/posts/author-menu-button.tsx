"use client";

import { Ellipsis } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import type { Post } from "@/lib/posts/contract";

const loadMenu = () => import("@/components/posts/author-menu");
const AuthorMenu = lazy(() => loadMenu().then((module) => ({ default: module.AuthorMenu })));

/** The author's menu; its code comes with the first press. */
export function AuthorMenuButton({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <IconButton
      label="Post options"
      aria-haspopup="menu"
      className="-my-1 -mr-2.5"
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={() => setWanted(true)}
    >
      <Ellipsis />
    </IconButton>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <AuthorMenu post={post} onDeleted={onDeleted} />
    </Suspense>
  );
}
