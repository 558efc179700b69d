"use client";

import { Check, Share2 } from "lucide-react";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { ActionButton, sharesName } from "@/components/posts/post-card/action-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useTranslate } from "@/lib/language/translate";
import type { Post } from "@/lib/posts/schema";

const COPIED_MS = 2_000;

const ShareDialog = lazyComponent(() =>
  import("@/components/posts/post-card/share-dialog").then((module) => module.ShareDialog),
);

export type ShareButtonHandle = { open: () => void };

type Props = {
  ref?: Ref<ShareButtonHandle>;
  post: Post;
  /** Called with what screen readers should say; empty when that is over. */
  onAnnounce: (message: string) => void;
};

/** Opens the dialog that shares a post, whose code loads on the first press. */
export function ShareButton({ ref, post, onAnnounce }: Props) {
  const t = useTranslate();
  /** How often the dialog was asked for. Each time it mounts open. */
  const [requests, setRequests] = useState(0);
  const open = () => setRequests((count) => count + 1);
  useImperativeHandle(ref, () => ({ open }));
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const showCopied = () => {
    clearTimeout(timer.current);
    setIsCopied(true);
    onAnnounce(t("Copied!"));
    timer.current = setTimeout(() => {
      setIsCopied(false);
      onAnnounce("");
    }, COPIED_MS);
  };
  const content = {
    icon: isCopied ? <Check className="text-follow" /> : <Share2 />,
    ...(isCopied ? { name: t("Share, Copied!"), text: t("Copied!") } : sharesName(post.sharesCount, t)),
  };
  return (
    <>
      <ActionButton
        {...content}
        aria-haspopup="dialog"
        onPointerEnter={ShareDialog.preload}
        onFocus={ShareDialog.preload}
        onClick={open}
        className="min-w-11"
      />
      {requests > 0 && (
        <ShareDialog key={requests} onLoadError={() => setRequests(0)} post={post} onCopied={showCopied} />
      )}
    </>
  );
}
