"use client";

import { createContext, use } from "react";
import { toast } from "sonner";
import { messageOf } from "@/lib/api/client/api-client-error";
import { LINK_COPIED } from "@/lib/posts/messages";

/**
 * How a screen with posts says that something failed: the feed in toasts, the Posts Feed page in
 * alerts, each in the specification's own words (§8).
 */
export type PostFeedback = {
  onLikeError: (error: unknown) => void;
  /** The alert below a comment that was not added. */
  commentErrorMessage: (error: unknown) => string;
  onShareError: (error: unknown) => void;
  onLinkCopied: () => void;
  /** The call that adds a comment (the specification, §7, names two). */
  commentPath: "comments" | "comment";
};

const toasts: PostFeedback = {
  onLikeError: () => toast.error("Failed to update like. Please try again."),
  commentErrorMessage: () => "Failed to add comment. Please try again.",
  onShareError: (error) => toast.error(`Failed to share post: ${messageOf(error)}`),
  onLinkCopied: () => toast.success(LINK_COPIED),
  commentPath: "comments",
};

const Feedback = createContext<PostFeedback>(toasts);

export const PostFeedbackProvider = Feedback.Provider;

export const usePostFeedback = (): PostFeedback => use(Feedback);
