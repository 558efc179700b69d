"use client";

import { toast } from "sonner";
import { LINK_COPIED } from "@/lib/posts/messages";

/** Puts the address of a profile on the clipboard. */
export async function copyProfileLink(userId: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${window.location.origin}/profile/${userId}`);
    toast.success(LINK_COPIED);
  } catch {
    // The browser forbids it here: the person hears so.
    toast.error("The link couldn't be copied.");
  }
}
