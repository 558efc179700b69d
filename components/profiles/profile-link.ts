"use client";

import { toast } from "sonner";
import { LINK_COPIED } from "@/lib/posts/messages";

/** Copies the address of a profile to the clipboard. */
export async function copyProfileLink(userId: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${window.location.origin}/profile/${userId}`);
    toast.success(LINK_COPIED);
  } catch {
    // The browser denies access to the clipboard.
    toast.error("The link couldn't be copied.");
  }
}
