"use client";

import { createContext, use } from "react";
import { toast } from "@/components/ui/toast";
import { failureMessage, messageOf } from "@/lib/api/client/api-client-error";
import { translate } from "@/lib/language/translate";
import { LINK_COPIED } from "@/lib/posts/policy";

/**
 * How a screen with posts reports errors: the feed with toasts, the Posts Feed page with alerts.
 * Each has its own messages (docs/product.md, A post, Other lists of posts).
 */
export type PostFeedback = {
  onLikeError: (error: unknown) => void;
  onBookmarkError: (error: unknown) => void;
  /** Called when a bookmark was removed; `undo` sets it again. */
  onBookmarkRemoved?: (undo: () => void) => void;
  /** The message of the alert below the comment form. */
  commentErrorMessage: (error: unknown) => string;
  onShareError: (error: unknown) => void;
  onLinkCopied: () => void;
  /** The API has two endpoints that add a comment. */
  commentPath: "comments" | "comment";
};

const toastFeedback: PostFeedback = {
  onLikeError: (error) =>
    toast.error(failureMessage(error, translate("Failed to update like. Please try again."))),
  onBookmarkError: (error) =>
    toast.error(failureMessage(error, translate("Failed to update bookmark. Please try again."))),
  commentErrorMessage: (error) =>
    failureMessage(error, translate("Failed to add comment. Please try again.")),
  // At the top: on phones, the dialog with the link to copy by hand is at the bottom.
  onShareError: (error) =>
    toast.error(translate("Failed to share post: {error}", { error: messageOf(error) }), {
      position: "top-center",
    }),
  onLinkCopied: () => toast.success(translate(LINK_COPIED)),
  commentPath: "comments",
};

const FeedbackContext = createContext<PostFeedback>(toastFeedback);

export const PostFeedbackProvider = FeedbackContext.Provider;

export const usePostFeedback = (): PostFeedback => use(FeedbackContext);
