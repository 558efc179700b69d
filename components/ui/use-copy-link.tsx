"use client";

import { type ReactNode, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";

const CopyLinkDialog = lazyComponent(() =>
  import("@/components/ui/copy-link-dialog").then((module) => module.CopyLinkDialog),
);

/**
 * Copies addresses to the clipboard. `copyLink` throws when the browser forbids it; then `dialog`,
 * which the caller renders, shows the address to copy by hand.
 */
export function useCopyLink(): { copyLink: (url: string) => Promise<void>; dialog: ReactNode } {
  const [blockedUrl, setBlockedUrl] = useState<string>();
  const close = () => setBlockedUrl(undefined);
  const copyLink = async (url: string) => {
    try {
      // In-app browsers and plain http have no clipboard.
      await navigator.clipboard.writeText(url);
    } catch (cause) {
      setBlockedUrl(url);
      throw new Error("Copying isn't allowed here.", { cause });
    }
  };
  return {
    copyLink,
    dialog: blockedUrl !== undefined && (
      <CopyLinkDialog url={blockedUrl} onClose={close} onLoadError={close} />
    ),
  };
}
