"use client";

import { Link2, Mail, Share } from "lucide-react";
import { type ReactNode, useState } from "react";
import { usePostFeedback } from "@/components/posts/post-card/post-feedback";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useCopyLink } from "@/components/ui/use-copy-link";
import { useCountShare } from "@/lib/posts/client/mutations";
import { SHARE_PREVIEW } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";
import { APP_NAME } from "@/lib/product";
import { firstCharacters } from "@/lib/text/text";

const SendPostDialog = lazyComponent(() =>
  import("@/components/messages/new-message-dialog").then((module) => module.SendPostDialog),
);

type Props = { post: Post; trigger: ReactNode; onCopied: () => void };

/** Share a post: in a message, the device's share sheet, WhatsApp, copy the link, X, Facebook. */
export function ShareMenu({ post, trigger, onCopied }: Props) {
  const feedback = usePostFeedback();
  const { copyLink, dialog } = useCopyLink();
  const { mutate: countShare } = useCountShare();
  const [isSending, setIsSending] = useState(false);
  const stopSending = () => setIsSending(false);
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
    <>
      <Menu trigger={trigger} align="start" defaultOpen>
        {"share" in navigator && (
          <MenuItem
            icon={<Share />}
            onSelect={() => attempt(() => navigator.share({ title: APP_NAME, text, url }))}
          >
            Share via…
          </MenuItem>
        )}
        <MenuItem
          icon={<WhatsAppMark />}
          onSelect={() => openWindow(`https://wa.me/?${query({ text: `${text}\n${url}`.trim() })}`)}
        >
          WhatsApp
        </MenuItem>
        <MenuItem icon={<Link2 />} onSelect={() => attempt(() => copyLink(url), handleCopied)}>
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
        <MenuItem icon={<Mail />} onSelect={() => setIsSending(true)}>
          Send in a message
        </MenuItem>
      </Menu>
      {isSending && (
        <SendPostDialog
          postId={post._id}
          onSent={() => countShare(post._id)}
          onClose={stopSending}
          onLoadError={stopSending}
        />
      )}
      {dialog}
    </>
  );
}
/** Logos of the sites a link can be shared to; lucide has no brand icons. */

function WhatsAppMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
      <path d="M12 2a10 10 0 0 0-8.6 15.1L2 22l5-1.3A10 10 0 1 0 12 2Zm0 1.8a8.2 8.2 0 1 1-4.2 15.2l-.3-.2-3 .8.8-2.9-.2-.3A8.2 8.2 0 0 1 12 3.8Zm-3.6 4.3c-.2 0-.5.1-.7.3-.3.3-.9.9-.9 2.1 0 1.3.9 2.5 1.1 2.7.1.2 1.9 3 4.7 4.1 2.3.9 2.8.7 3.3.7.5-.1 1.6-.7 1.8-1.3.2-.6.2-1.2.2-1.3-.1-.1-.3-.2-.5-.3l-1.8-.9c-.3-.1-.4-.1-.6.1l-.8 1c-.2.2-.3.2-.6.1-.3-.1-1.1-.4-2.1-1.3-.8-.7-1.3-1.6-1.5-1.8-.1-.3 0-.4.1-.5l.4-.5.3-.4v-.5l-.8-1.9c-.2-.5-.4-.4-.6-.4h-.5Z" />
    </svg>
  );
}

function XMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
      <path d="M17.6 3h3.1l-6.8 7.8L22 21h-6.3l-4.9-6.4L5.2 21H2.1l7.3-8.3L1.7 3h6.4l4.4 5.9L17.6 3Zm-1.1 16.2h1.7L7.3 4.7H5.4l11.1 14.5Z" />
    </svg>
  );
}

function FacebookMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
      <path d="M22 12a10 10 0 1 0-11.6 9.9v-7H7.9V12h2.5V9.8c0-2.5 1.5-3.9 3.8-3.9 1.1 0 2.2.2 2.2.2v2.5h-1.2c-1.2 0-1.6.8-1.6 1.5V12h2.7l-.4 2.9h-2.3v7A10 10 0 0 0 22 12Z" />
    </svg>
  );
}
