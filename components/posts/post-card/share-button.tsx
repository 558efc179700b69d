"use client";

import { Check, Share2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ActionButton } from "@/components/posts/post-card/action-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { Post } from "@/lib/posts/schema";
import { formatCount } from "@/lib/text/counts";

const COPIED_MS = 2_000;

const ShareMenu = lazyComponent(() =>
  import("@/components/posts/post-card/share-menu").then((module) => module.ShareMenu),
);

/** Opens the share menu, whose code loads on the first press. */
export function ShareButton({ post }: { post: Post }) {
  const [isRequested, setIsRequested] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const showCopied = () => {
    clearTimeout(timer.current);
    setIsCopied(true);
    timer.current = setTimeout(() => setIsCopied(false), COPIED_MS);
  };
  const text = post.sharesCount > 0 ? formatCount(post.sharesCount) : "Share";
  const content = {
    label: "Share",
    icon: isCopied ? <Check className="text-follow" /> : <Share2 />,
    text: isCopied ? "Copied!" : text,
  };
  const button = (
    <ActionButton
      {...content}
      aria-haspopup="menu"
      onPointerEnter={ShareMenu.preload}
      onFocus={ShareMenu.preload}
      onClick={() => setIsRequested(true)}
    />
  );
  return (
    <>
      {isRequested ? (
        <ShareMenu
          fallback={button}
          onLoadError={() => setIsRequested(false)}
          post={post}
          trigger={<ActionButton {...content} />}
          onCopied={showCopied}
        />
      ) : (
        button
      )}
      <span role="status" className="sr-only">
        {isCopied ? "Copied!" : ""}
      </span>
    </>
  );
}
