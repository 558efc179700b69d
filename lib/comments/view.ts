import "server-only";
import type { Comment } from "@/lib/comments/contract";
import { type MemberRow, viewMember } from "@/lib/users/view";

/** A comment's row as the wire shows it. */

export type CommentRow = MemberRow & { id: string; content: string; createdAt: Date };

export function viewComment(row: CommentRow): Comment {
  return {
    _id: row.id,
    userId: viewMember(row),
    content: row.content,
    createdAt: row.createdAt.toISOString(),
  };
}
