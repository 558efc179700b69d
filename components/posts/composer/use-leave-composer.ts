"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Composer } from "@/components/posts/composer/use-composer";

/**
 * Navigates after discarding the draft, or with it saved where all of it is stored. `navigatingTo`
 * is set until the new page has loaded.
 */
export function useLeaveComposer(composer: Composer): {
  navigatingTo: string | undefined;
  discard: (target: string) => void;
  save: ((target: string) => void) | undefined;
} {
  const router = useRouter();
  const [navigatingTo, setNavigatingTo] = useState<string>();
  const leave = (target: string) => {
    setNavigatingTo(target);
    router.push(target);
  };
  return {
    navigatingTo,
    discard: (target) => {
      composer.actions.discard();
      leave(target);
    },
    save: composer.draft.isAtRisk ? undefined : leave,
  };
}
