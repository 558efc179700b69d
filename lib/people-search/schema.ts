import * as z from "zod";
import { singleLineText } from "@/lib/api/fields";
import { INVALID_CURSOR, idParam, pageFields, pageQuery, withinPageLimit } from "@/lib/api/pagination";
import {
  MENTIONABLE_SHOWN,
  RECIPIENTS_SHOWN,
  SEARCH_PAGE,
  SUGGESTIONS_SHOWN,
} from "@/lib/people-search/policy";
import { userListItemSchema, userSummarySchema } from "@/lib/profiles/schema";
import { SEARCH_MAX, SEARCH_TOO_LONG } from "@/lib/text/errors";

const SEARCH_CURSOR = /^\d{1,4}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LENGTH = { max: SEARCH_MAX, tooLong: SEARCH_TOO_LONG };
const NO_SEARCH = "Please type a name to search for.";

/** A name to look for in a list of people; empty for all of them. */
export const nameFilter = z.string().default("").pipe(singleLineText(LENGTH));

/** The folded name and the id of the person whom a page ended with: `{id}{name}`. */
export const nameCursor = z
  .string()
  .max(500)
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, INVALID_CURSOR)
  .refine((text) => !text.includes("\u0000"), INVALID_CURSOR)
  .transform((text) => ({ id: text.slice(0, 36), name: text.slice(36) }));

/**
 * The list is ordered by match and not by time, so its cursor is a position and a person: the next
 * page follows that person, wherever they rank by then, or the position if they are gone.
 */
const { cursor: _byTime, ...pages } = pageQuery(SEARCH_PAGE).shape;
export const searchQuery = z
  .object({
    ...pages,
    cursor: z
      .string()
      .regex(SEARCH_CURSOR, INVALID_CURSOR)
      .transform((text) => {
        const [position = "", id = ""] = text.split("_");
        return { position: Number(position), id };
      })
      .optional(),
    q: z.string(NO_SEARCH).pipe(singleLineText({ min: 1, tooShort: NO_SEARCH, ...LENGTH })),
  })
  .check(withinPageLimit);
export type SearchQuery = z.output<typeof searchQuery>;
export const searchAnswer = z.object({
  users: z.array(userListItemSchema),
  ...pageFields,
  message: z.string(),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;

/** Whom to offer after an `@`: with `postId`, people of its thread first. */
export const mentionableQuery = z.object({
  q: nameFilter,
  postId: idParam.optional(),
  limit: pageQuery(MENTIONABLE_SHOWN).shape.limit,
});
export type MentionableQuery = z.output<typeof mentionableQuery>;
export const mentionableAnswer = z.object({ people: z.array(userSummarySchema) });
export type MentionableAnswer = z.infer<typeof mentionableAnswer>;

/** Whom to offer for what they are to get. Empty `q`: the people nearest to the viewer. */
export const recipientsQuery = z.object({
  q: nameFilter,
  of: z.enum(["message", "notification"], "of must be message or notification.").default("message"),
  limit: pageQuery(RECIPIENTS_SHOWN).shape.limit,
});
export type RecipientsQuery = z.output<typeof recipientsQuery>;
export const recipientsAnswer = z.object({ people: z.array(userListItemSchema) });
export type RecipientsAnswer = z.infer<typeof recipientsAnswer>;

export const suggestionSchema = userListItemSchema.extend({
  bio: z.string(),
  /** How many of the people the viewer has joined have joined this one. */
  mutualCount: z.int(),
  /** The name of one of them; empty when there is none. */
  joinedBy: z.string(),
});
export type Suggestion = z.infer<typeof suggestionSchema>;
export const suggestionsQuery = z.object({ limit: pageQuery(SUGGESTIONS_SHOWN).shape.limit });
export const suggestionsAnswer = z.object({ users: z.array(suggestionSchema) });
