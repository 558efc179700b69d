import * as z from "zod";
import { multilineText, specifiedBody } from "@/lib/api/fields";
import { idParam, pageFields, pageQuery } from "@/lib/api/pagination";
import { COMMENT_MAX, COMMENTS_PAGE } from "@/lib/comments/policy";
import { withheldSchema } from "@/lib/posts/schema";
import { userSummarySchema } from "@/lib/profiles/schema";
import { exactCount } from "@/lib/text/counts";

export const commentSchema = z
  .object({
    _id: z.string(),
    userId: userSummarySchema,
    content: z.string(),
    createdAt: z.string(),
    withheld: withheldSchema.optional(),
  })
  .meta({ id: "Comment" });
export type Comment = z.infer<typeof commentSchema>;

export const commentBody = specifiedBody({
  content: multilineText({
    min: 1,
    max: COMMENT_MAX,
    tooShort: "Please write a comment.",
    tooLong: `Please keep the comment to ${exactCount(COMMENT_MAX)} characters.`,
  }),
  /** The browser's own id for the comment, which makes retries idempotent. */
  clientId: idParam.optional(),
});
export const commentsQuery = pageQuery(COMMENTS_PAGE);
export const commentsAnswer = z.object({ comments: z.array(commentSchema), ...pageFields });
export type CommentsAnswer = z.infer<typeof commentsAnswer>;
export const newCommentAnswer = z.object({ comment: commentSchema, commentsCount: z.int() });
export type NewCommentAnswer = z.infer<typeof newCommentAnswer>;
export const commentParams = z.object({ postId: idParam, commentId: idParam });
export const deletedCommentAnswer = z.object({ message: z.string(), commentsCount: z.int() });
export type DeletedCommentAnswer = z.infer<typeof deletedCommentAnswer>;
