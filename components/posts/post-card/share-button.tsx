"use client";

import { Check, Share2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ActionButton } from "@/components/posts/post-card/action-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { Post } from "@/lib/posts/schema";
import { formatCount } from "@/lib/text/counts";

/** How long Copied! shows (the specification, §9), in milliseconds. */
const COPIED_FOR = 2_000;

const ShareMenu = lazyComponent(() =>
  import("@/components/posts/post-card/share-menu").then((module) => module.ShareMenu),
);

/** Share; the menu's code comes with the first press. */
export function ShareButton({ post }: { post: Post }) {
  const [isWanted, setWanted] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const showCopied = () => {
    clearTimeout(timer.current);
    setCopied(true);
    timer.current = setTimeout(() => setCopied(false), COPIED_FOR);
  };
  const text = post.sharesCount > 0 ? formatCount(post.sharesCount) : "Share";
  const look = {
    label: "Share",
    icon: isCopied ? <Check className="text-follow" /> : <Share2 />,
    text: isCopied ? "Copied!" : text,
  };
  const button = (
    <ActionButton
      {...look}
      aria-haspopup="menu"
      onPointerEnter={ShareMenu.preload}
      onFocus={ShareMenu.preload}
      onClick={() => setWanted(true)}
    />
  );
  return (
    <>
      {isWanted ? (
        <ShareMenu
          fallback={button}
          onLoadError={() => setWanted(false)}
          post={post}
          trigger={<ActionButton {...look} />}
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
