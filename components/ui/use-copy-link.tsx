"use client";

import { type ReactNode, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";

const CopyLinkDialog = lazyComponent(() =>
  import("@/components/ui/copy-link-dialog").then((module) => module.CopyLinkDialog),
);

/**
 * Copies addresses to the clipboard. `copyLink` throws when the browser refuses; then `dialog`,
 * which the caller renders, shows the address to copy by hand.
 */
export function useCopyLink(): { copyLink: (url: string) => Promise<void>; dialog: ReactNode } {
  const [refused, setRefused] = useState<string>();
  const close = () => setRefused(undefined);
  const copyLink = async (url: string) => {
    try {
      // In-app browsers and plain http have no clipboard.
      await navigator.clipboard.writeText(url);
    } catch (cause) {
      setRefused(url);
      throw new Error("Copying isn't allowed here.", { cause });
    }
  };
  return {
    copyLink,
    dialog: refused !== undefined && <CopyLinkDialog url={refused} onClose={close} onLoadError={close} />,
  };
}
