import "server-only";
import type { Comment } from "@/lib/comments/schema";
import { toUserSummary, type UserSummaryRow } from "@/lib/profiles/server/rows";

/** The row of a comment, and its mapping to the wire format. */

export type CommentRow = UserSummaryRow & { id: string; content: string; createdAt: Date };

export function toComment(row: CommentRow): Comment {
  return {
    _id: row.id,
    userId: toUserSummary(row),
    content: row.content,
    createdAt: row.createdAt.toISOString(),
  };
}
