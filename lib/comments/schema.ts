import * as z from "zod";
import { multilineText, optionalBody, specifiedBody } from "@/lib/api/fields";
import { cursorField, idParam, pageFields, pageQuery } from "@/lib/api/pagination";
import { COMMENT_MAX, COMMENTS_PAGE } from "@/lib/comments/policy";
import { withheldSchema } from "@/lib/posts/schema";
import { mentionsField, userSummarySchema } from "@/lib/profiles/schema";
import { exactCount } from "@/lib/text/counts";

export const commentSchema = z
  .object({
    _id: z.string(),
    /** Null of a deleted comment. */
    userId: userSummarySchema.nullable(),
    content: z.string(),
    mentions: mentionsField,
    /** The first comment of the thread, if this is a reply. */
    replyTo: z.string().nullable(),
    repliesCount: z.int(),
    likesCount: z.int(),
    isLiked: z.boolean(),
    createdAt: z.string(),
    editedAt: z.string().nullable(),
    /** Deleted, with replies: without content and author. */
    isDeleted: z.literal(true).optional(),
    withheld: withheldSchema.optional(),
  })
  .meta({ id: "Comment" });
export type Comment = z.infer<typeof commentSchema>;

const contentField = multilineText({
  min: 1,
  max: COMMENT_MAX,
  tooShort: "Please write a comment.",
  tooLong: `Please keep the comment to ${exactCount(COMMENT_MAX)} characters.`,
});
export const commentBody = specifiedBody({
  content: contentField,
  /** The comment that this answers; a reply to a reply joins its thread. */
  replyTo: idParam.optional(),
  /** The browser's own id for the comment, which makes retries idempotent. */
  clientId: idParam.optional(),
});
export type CommentBody = z.output<typeof commentBody>;
export const commentChangeBody = z.strictObject({ content: contentField });
/**
 * `around` chooses the page that has this comment, and `before` the one before a `previousCursor`,
 * whatever `page` and `cursor` say.
 */
export const commentsQuery = pageQuery(COMMENTS_PAGE).safeExtend({
  replyTo: idParam.optional(),
  around: idParam.optional(),
  before: cursorField.optional(),
});
export type CommentsQuery = z.output<typeof commentsQuery>;
export const commentsAnswer = z.object({
  comments: z.array(commentSchema),
  ...pageFields,
  /** The post's, when this was read. */
  commentsCount: z.int(),
  /** For `before`: null where the list begins. */
  previousCursor: z.string().nullable(),
  /** With `around`, what the list has of that comment: itself, or the first of its thread. */
  aroundId: z.string().nullable(),
});
export type CommentsAnswer = z.infer<typeof commentsAnswer>;
export const newCommentAnswer = z.object({ comment: commentSchema, commentsCount: z.int() });
export type NewCommentAnswer = z.infer<typeof newCommentAnswer>;
export const commentAnswer = z.object({ comment: commentSchema });
/** Toggles when `liked` is omitted; otherwise sets the state, so that a retry is safe. */
export const commentLikeBody = optionalBody({ liked: z.boolean() });
export const commentLikeAnswer = z.object({ isLiked: z.boolean(), likesCount: z.int() });
export type CommentLikeAnswer = z.infer<typeof commentLikeAnswer>;
export const commentParams = z.object({ postId: idParam, commentId: idParam });
export const commentVersionParams = commentParams.extend({ versionId: idParam });
export const deletedCommentAnswer = z.object({ message: z.string(), commentsCount: z.int() });
