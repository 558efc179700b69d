import "server-only";
import { releaseComment, withholdComment } from "@/lib/comments/server/withhold";
import { releaseMessage, withholdMessage } from "@/lib/messages/server/withhold";
import { clearProfile, restoreProfile } from "@/lib/moderation/server/profile";
import { removeNotification } from "@/lib/notifications/server/inbox";
import type { Tx } from "@/lib/platform/db";
import { releasePost, withholdPost } from "@/lib/posts/server/withhold";
import type { ReportSubject } from "@/lib/reports/policy";

/** What removing and showing again means for each subject. All of these lock what they change. */

type Change = (tx: Tx, subjectId: string, decisionId: string | null) => Promise<void>;

const WITHHOLD: Record<ReportSubject, Change> = {
  post: withholdPost,
  comment: withholdComment,
  message: withholdMessage,
  person: clearProfile,
  notification: removeNotification,
};

const RELEASE: Record<ReportSubject, Change> = {
  post: releasePost,
  comment: releaseComment,
  message: releaseMessage,
  person: restoreProfile,
  // What was removed is gone for good.
  notification: async () => undefined,
};

/**
 * Removes content by a decision; without one, holds it for review. A person loses what their
 * profile shows. Content that is gone stays gone.
 */
export const withhold = (tx: Tx, subject: ReportSubject, subjectId: string, decisionId: string | null) =>
  WITHHOLD[subject](tx, subjectId, decisionId);

/** Shows again what this decision removed; without one, what is held for review. */
export const release = (tx: Tx, subject: ReportSubject, subjectId: string, decisionId: string | null) =>
  RELEASE[subject](tx, subjectId, decisionId);
