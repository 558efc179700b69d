import { COMMENT_AUDIENCES } from "@/lib/posts/policy";
import type { CommentAudience } from "@/lib/posts/schema";
import { readDraft, useDraft, writeDraft } from "@/lib/store/drafts";

/** Who can comment on an unfinished post, stored beside its text. */

const audienceKey = (key: string) => `comments ${key}`;

/** What was stored as an audience. Before a choice, everyone; and storage can hold anything. */
const audienceOf = (stored: string): CommentAudience =>
  COMMENT_AUDIENCES.find((audience) => audience === stored) ?? "everyone";

export const readCommentAudience = (key: string): CommentAudience => audienceOf(readDraft(audienceKey(key)));

export const writeCommentAudience = (key: string, audience: CommentAudience): void =>
  writeDraft(audienceKey(key), audience === "everyone" ? "" : audience);

/** Who can comment on the post that is the draft `key`. Everyone in server rendering. */
export const useCommentAudience = (key: string): CommentAudience => audienceOf(useDraft(audienceKey(key))[0]);
