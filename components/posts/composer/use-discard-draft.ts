"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Composer } from "@/components/posts/composer/use-composer";
import { BACK_BUTTON_QUERY } from "@/lib/dom/use-back-to-close";

/**
 * Discards the draft and navigates. `navigatingTo` is set until the new page has loaded. The
 * confirm dialog must stay open that long: where the back button closes it, closing it goes back in
 * the history, which would undo the navigation. For the same reason the new page replaces the
 * dialog's history entry.
 */
export function useDiscardDraft(composer: Composer): {
  navigatingTo: string | undefined;
  leave: (target: string, options?: { scroll?: boolean }) => void;
} {
  const router = useRouter();
  const [navigatingTo, setNavigatingTo] = useState<string>();
  return {
    navigatingTo,
    leave: (target, options) => {
      setNavigatingTo(target);
      composer.discard();
      if (window.matchMedia(BACK_BUTTON_QUERY).matches) router.replace(target, options);
      else router.push(target, options);
    },
  };
}
