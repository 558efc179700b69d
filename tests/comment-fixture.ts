import type { Comment } from "@/lib/comments/schema";
import { personOf } from "@/tests/user-fixture";

/** A comment by Kabir Rao, on which nothing was done yet, except `change`. */
export const commentOf = (change: Partial<Comment> = {}): Comment => ({
  _id: "comment",
  userId: personOf("kabir", "Kabir Rao"),
  content: "Lovely",
  mentions: [],
  replyTo: null,
  repliesCount: 0,
  likesCount: 0,
  isLiked: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  editedAt: null,
  ...change,
});
