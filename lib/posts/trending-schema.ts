import * as z from "zod";
import { singleLineText } from "@/lib/api/fields";
import { INVALID_CURSOR, pageQuery, withinPageLimit } from "@/lib/api/pagination";
import { FEED_PAGE } from "@/lib/posts/policy";
import { SEARCH_MAX, SEARCH_TOO_LONG } from "@/lib/text/errors";
import { mediaTypeField } from "@/lib/uploads/schema";

/** What is talked about on campus: trending posts and tags, and tags by their beginning. */

const TRENDING_CURSOR = /^[0-9a-z]{1,8}_\d{1,4}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const { cursor: _byTime, ...pages } = pageQuery(FEED_PAGE).shape;
/**
 * The trending posts are ordered by a ranking and not by time, so their cursor names the ranking,
 * by the minute it is of, and a position and post in it: the next page follows that post, or the
 * position if the post is gone.
 */
export const trendingQuery = z
  .object({
    ...pages,
    cursor: z
      .string()
      .regex(TRENDING_CURSOR, INVALID_CURSOR)
      .transform((text) => {
        const [minute = "", position = "", id = ""] = text.split("_");
        return { minute: Number.parseInt(minute, 36), position: Number(position), id };
      })
      .optional(),
    mediaType: mediaTypeField.optional(),
  })
  .check(withinPageLimit);
export type TrendingQuery = z.output<typeof trendingQuery>;

const NO_TAG = "Please type a tag to search for.";
const TAG_SEARCH = { min: 1, max: SEARCH_MAX, tooShort: NO_TAG, tooLong: SEARCH_TOO_LONG };
const tagCountSchema = z.object({ tag: z.string(), postsCount: z.int() });
/** A tag of the last days, with how many people used it in how many posts. */
export const trendingTagSchema = tagCountSchema.extend({ peopleCount: z.int() });
export type TrendingTag = z.infer<typeof trendingTagSchema>;
export const trendingTagsAnswer = z.object({ tags: z.array(trendingTagSchema) });

/** Tags by their beginning, with or without the sign. */
export const tagSearchQuery = z.object({ q: z.string(NO_TAG).pipe(singleLineText(TAG_SEARCH)) });
export const tagSearchAnswer = z.object({ tags: z.array(tagCountSchema) });
export type TagSearchAnswer = z.infer<typeof tagSearchAnswer>;
