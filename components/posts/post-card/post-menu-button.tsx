"use client";

import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useTranslate } from "@/lib/language/translate";
import type { Post } from "@/lib/posts/schema";

const AuthorMenu = lazyComponent(() =>
  import("@/components/posts/post-card/author-menu").then((module) => module.AuthorMenu),
);
const ReaderMenu = lazyComponent(() =>
  import("@/components/posts/post-card/reader-menu").then((module) => module.ReaderMenu),
);

type Props = { post: Post; isOwn: boolean; onDeleted: (() => void) | undefined };

/** Opens the menu of a post, its author's or another's, whose code loads on the first press. */
export function PostMenuButton({ post, isOwn, onDeleted }: Props) {
  const t = useTranslate();
  const [isRequested, setIsRequested] = useState(false);
  const { preload } = isOwn ? AuthorMenu : ReaderMenu;
  const button = (
    <IconButton
      label={t("Post options")}
      aria-haspopup="menu"
      className="-my-1 -mr-2.5"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setIsRequested(true)}
    >
      <Ellipsis />
    </IconButton>
  );
  if (!isRequested) return button;
  const props = { fallback: button, trigger: button, onLoadError: () => setIsRequested(false), post };
  return isOwn ? <AuthorMenu {...props} onDeleted={onDeleted} /> : <ReaderMenu {...props} />;
}
