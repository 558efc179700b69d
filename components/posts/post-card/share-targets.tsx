"use client";

import { Link2, Share } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslate } from "@/lib/language/translate";
import { SHARE_PREVIEW } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";
import { APP_NAME } from "@/lib/product";
import { firstCharacters } from "@/lib/text/text";

type Props = {
  post: Post;
  url: string;
  /** Opens the device's own sheet. */
  onShare: (data: ShareData) => void;
  onCopy: () => void;
  /** Opens another site in a new tab. */
  onOpen: (address: string) => void;
};

/**
 * Where the link of a post can go: the device's own sheet, WhatsApp, the clipboard, X, Facebook.
 */
export function ShareTargets({ post, url, onShare, onCopy, onOpen }: Props) {
  const t = useTranslate();
  const text = firstCharacters(post.caption, SHARE_PREVIEW);
  const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
  return (
    <ul className="scrollbar-none -mx-5 flex overflow-x-auto px-3">
      <Target icon={<Link2 aria-hidden />} label={t("Copy link")} onPress={onCopy} />
      {"share" in navigator && (
        <Target
          icon={<Share aria-hidden />}
          label={t("Share via…")}
          onPress={() => onShare({ title: APP_NAME, text, url })}
        />
      )}
      <Target
        icon={<WhatsAppMark />}
        label="WhatsApp"
        onPress={() => onOpen(`https://wa.me/?${query({ text: `${text}\n${url}`.trim() })}`)}
      />
      <Target
        icon={<XMark />}
        label="Twitter / X"
        name={t("Share on Twitter / X")}
        onPress={() => onOpen(`https://twitter.com/intent/tweet?${query({ text, url })}`)}
      />
      <Target
        icon={<FacebookMark />}
        label="Facebook"
        name={t("Share on Facebook")}
        onPress={() => onOpen(`https://www.facebook.com/sharer/sharer.php?${query({ u: url, quote: text })}`)}
      />
    </ul>
  );
}

type TargetProps = {
  icon: ReactNode;
  label: string;
  /** The accessible name, which contains the label. */
  name?: string;
  onPress: () => void;
};

function Target({ icon, label, name = label, onPress }: TargetProps) {
  return (
    <li>
      <button
        type="button"
        aria-label={name}
        onClick={onPress}
        className="flex min-w-18 flex-col items-center gap-1.5 whitespace-nowrap rounded-field px-1 py-2 font-medium text-ink2 text-xs transition-colors hover:text-ink"
      >
        <span className="grid size-12 place-items-center rounded-full bg-sunken text-ink [&_svg]:size-5.5">
          {icon}
        </span>
        {label}
      </button>
    </li>
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
