"use client";

import { Link2, Share } from "lucide-react";
import type { ReactNode } from "react";
import { usePostFeedback } from "@/components/posts/post-card/post-feedback";
import { FacebookMark, XMark } from "@/components/posts/post-card/share-marks";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useCountShare } from "@/lib/posts/client/mutations";
import { SHARE_PREVIEW } from "@/lib/posts/limits";
import type { Post } from "@/lib/posts/schema";
import { APP_NAME } from "@/lib/product";
import { firstCharacters } from "@/lib/text/text";

type Props = { post: Post; trigger: ReactNode; onCopied: () => void };

/** Share a post: the device's share sheet, copy the link, X, Facebook. */
export function ShareMenu({ post, trigger, onCopied }: Props) {
  const feedback = usePostFeedback();
  const { mutate: countShare } = useCountShare();
  const url = `${location.origin}/post/${post._id}`;
  const text = firstCharacters(post.caption, SHARE_PREVIEW);

  const attempt = async (share: () => Promise<void>, onSuccess?: () => void) => {
    try {
      await share();
    } catch (error) {
      // Closing the share sheet is not an error.
      if (!(error instanceof DOMException && error.name === "AbortError")) feedback.onShareError(error);
      return;
    }
    onSuccess?.();
    countShare(post._id);
  };
  const handleCopied = () => {
    onCopied();
    feedback.onLinkCopied();
  };
  const openWindow = (target: string) => {
    window.open(target, "_blank", "noopener,noreferrer");
    countShare(post._id);
  };
  const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

  return (
    <Menu trigger={trigger} align="start" defaultOpen>
      {"share" in navigator && (
        <MenuItem
          icon={<Share />}
          onSelect={() => attempt(() => navigator.share({ title: APP_NAME, text, url }))}
        >
          Share via…
        </MenuItem>
      )}
      <MenuItem icon={<Link2 />} onSelect={() => attempt(() => copyText(url), handleCopied)}>
        Copy link
      </MenuItem>
      <MenuItem
        icon={<XMark />}
        onSelect={() => openWindow(`https://twitter.com/intent/tweet?${query({ text, url })}`)}
      >
        Share on Twitter / X
      </MenuItem>
      <MenuItem
        icon={<FacebookMark />}
        onSelect={() =>
          openWindow(`https://www.facebook.com/sharer/sharer.php?${query({ u: url, quote: text })}`)
        }
      >
        Share on Facebook
      </MenuItem>
    </Menu>
  );
}

async function copyText(text: string): Promise<void> {
  if (!navigator.clipboard) throw new Error("This browser doesn't let pages copy.");
  await navigator.clipboard.writeText(text);
}
