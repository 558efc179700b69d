"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Composer } from "@/components/posts/composer/use-composer";
import { BACK_BUTTON_QUERY } from "@/lib/dom/use-back-to-close";

/**
 * Discards a post and goes elsewhere. `navigatingTo` says where, until the new page is there: the
 * question that was answered must stand till then, because where the back button closes it, closing
 * it goes back in the history, and that would undo the navigation. For the same reason its own
 * history entry gives way to the new page.
 */
export function useDiscardDraft(composer: Composer): {
  navigatingTo: string | undefined;
  leave: (target: string, options?: { scroll?: boolean }) => void;
} {
  const router = useRouter();
  const [navigatingTo, setGoneTo] = useState<string>();
  return {
    navigatingTo,
    leave: (target, options) => {
      setGoneTo(target);
      composer.discard();
      if (window.matchMedia(BACK_BUTTON_QUERY).matches) router.replace(target, options);
      else router.push(target, options);
    },
  };
}
