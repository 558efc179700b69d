"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { toast } from "@/components/ui/toast";
import { announce } from "@/lib/dom/announce";
import { useTranslate } from "@/lib/language/translate";
import { HOME } from "@/lib/paths";
import type { Outcome } from "@/lib/posts/client/send-posts";
import { POST_UPLOADED } from "@/lib/posts/policy";

/**
 * Reports what became of a pending post, also when the component is gone by then. The feed shows a
 * failure in the post's place.
 */
export function useOutcome(): Outcome {
  const t = useTranslate();
  const client = useQueryClient();
  const router = useRouter();
  return {
    client,
    onPosted: (postId) => {
      // On the feed the post itself is there, and a toast would lie on it.
      if (window.location.pathname === HOME) return announce(t(POST_UPLOADED));
      toast.success(t(POST_UPLOADED), {
        action: { label: t("View"), onClick: () => router.push(`/post/${postId}`) },
      });
    },
    onFailed: (message) => {
      if (window.location.pathname === HOME) return;
      toast.error(t(message), { action: { label: t("Show"), onClick: () => router.push(HOME) } });
    },
  };
}

/** Goes to the top of the feed. */
export function useToFeed(): () => void {
  const router = useRouter();
  return () => {
    if (window.location.pathname === HOME) window.scrollTo({ top: 0, behavior: "instant" });
    else router.push(HOME);
  };
}
