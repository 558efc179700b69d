"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { toast } from "@/components/ui/toast";
import { apiError, failureMessage } from "@/lib/api/client/api-client-error";
import { linkedCommentOptions } from "@/lib/comments/client/queries";
import type { Comment } from "@/lib/comments/schema";
import { useTranslate } from "@/lib/language/translate";
import { linkedCommentId } from "@/lib/paths";

const subscribeToHash = (listener: () => void) => {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
};

/** The comment that a page's address links to, and its thread, which may be itself. */
export type LinkedComment = { id: string; threadId: string | undefined };

/**
 * Finds the comment that the page's address links to, and says so when it is gone. `threads` are
 * those that are loaded; undefined while none are. Undefined without such a comment.
 */
export function useLinkedComment(
  postId: string,
  threads: readonly Comment[] | undefined,
  isLinked: boolean,
): LinkedComment | undefined {
  const t = useTranslate();
  const id = useSyncExternalStore(
    subscribeToHash,
    () => (isLinked ? linkedCommentId(window.location.hash) : undefined),
    () => undefined,
  );
  const isThread = threads?.some(({ _id }) => _id === id);
  const query = useQuery({
    ...linkedCommentOptions(postId, id ?? ""),
    enabled: id !== undefined && isThread === false,
  });
  const { error } = query;
  useEffect(() => {
    if (!error) return;
    if (apiError(error)?.isGone) toast.message(t("This comment is no longer available."));
    else toast.error(failureMessage(error, t("That comment couldn't be loaded.")));
  }, [error, t]);
  if (!id) return undefined;
  return { id, threadId: isThread ? id : (query.data ?? undefined) };
}
