import "server-only";
import { isEmptied } from "@/lib/audience/server/posts";
import type { Comment } from "@/lib/comments/schema";
import { ApiError } from "@/lib/platform/errors";
import { toWithheld, type WithheldRow, withheldColumn } from "@/lib/posts/server/rows";
import { type MentionsRow, mentionsColumn } from "@/lib/profiles/server/mentions";
import { toUserSummary, type UserSummaryRow, userSummaryColumns } from "@/lib/profiles/server/rows";
import { Prisma } from "@/prisma/generated/client/client";

/** The SQL columns of a comment, and their mapping to the wire format. */

export type CommentRow = UserSummaryRow &
  WithheldRow &
  MentionsRow & {
    id: string;
    threadId: string | null;
    content: string;
    repliesCount: number;
    likesCount: number;
    isLiked: boolean;
    createdAt: Date;
    editedAt: Date | null;
    isEmptied: boolean;
  };

/** The columns of a comment `c` with its author `u`, who is missing from a deleted one. */
export const commentColumns = (viewerId: string) => Prisma.sql`
  c.id, c.thread_id AS "threadId", c.content, c.replies_count AS "repliesCount", c.likes_count AS "likesCount",
  EXISTS (SELECT FROM comment_likes l WHERE l.comment_id = c.id AND l.user_id = ${viewerId}::uuid) AS "isLiked",
  c.created_at AS "createdAt", c.edited_at AS "editedAt", ${isEmptied(viewerId)} AS "isEmptied",
  ${mentionsColumn(viewerId, Prisma.sql`mention.comment_id = c.id`)}, ${withheldColumn(Prisma.sql`c`)}, ${userSummaryColumns(viewerId)}`;

/** The comment as the viewer sees it for whom the row was read. */
export function toComment(row: CommentRow): Comment {
  const { id, threadId: replyTo, repliesCount } = row;
  const createdAt = row.createdAt.toISOString();
  if (row.isEmptied) {
    const nothing = {
      userId: null,
      content: "",
      mentions: [],
      likesCount: 0,
      isLiked: false,
      editedAt: null,
    };
    return { _id: id, ...nothing, replyTo, repliesCount, createdAt, isDeleted: true };
  }
  return {
    _id: id,
    userId: toUserSummary(row),
    content: row.content,
    mentions: row.mentions ?? [],
    replyTo,
    repliesCount,
    likesCount: row.likesCount,
    isLiked: row.isLiked,
    createdAt,
    editedAt: row.editedAt?.toISOString() ?? null,
    ...toWithheld(row),
  };
}

export const commentNotFound = () => new ApiError("not_found", "This comment is no longer available.");
