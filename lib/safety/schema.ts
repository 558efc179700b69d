import * as z from "zod";
import { multilineText } from "@/lib/api/fields";
import { cursorFields, cursorQuery } from "@/lib/api/pagination";
import { userListItemSchema } from "@/lib/profiles/schema";
import { SAFETY_PAGE, WORD_MAX, WORD_MIN } from "@/lib/safety/policy";
import { tagsIn } from "@/lib/text/rich-text";

/** Blocking and muting set a state, so that a retry is safe. */
export const blockBody = z.strictObject({ blocked: z.boolean() });
export const blockAnswer = z.object({ isBlocked: z.boolean() });
export type BlockAnswer = z.infer<typeof blockAnswer>;

/** `until` is in the future; without it, or with null, they stay muted until unmuted. */
export const muteBody = z.strictObject({
  muted: z.boolean(),
  until: z.iso
    .datetime({ offset: true, error: "Please choose a date." })
    .refine((date) => Date.parse(date) > Date.now(), "Please choose a time in the future.")
    // Years of five digits can't be read back.
    .refine((date) => Date.parse(date) < Date.UTC(9999, 0), "Please choose a date.")
    .nullish(),
});
export type MuteBody = z.output<typeof muteBody>;
export const muteAnswer = z.object({ isMuted: z.boolean(), mutedUntil: z.string().nullable() });
export type MuteAnswer = z.infer<typeof muteAnswer>;

/** The people whom the viewer has blocked or muted, the latest first. */
export const hiddenPeopleQuery = cursorQuery(SAFETY_PAGE);
export type HiddenPeopleQuery = z.output<typeof hiddenPeopleQuery>;
/**
 * With the viewer's conversation with them, which is in no list while blocked; null without
 * messages.
 */
export const blockedPersonSchema = userListItemSchema.extend({ conversationId: z.string().nullable() });
export type BlockedPerson = z.infer<typeof blockedPersonSchema>;
export const blocksAnswer = z.object({ people: z.array(blockedPersonSchema), ...cursorFields });
export type BlocksAnswer = z.infer<typeof blocksAnswer>;
export const mutedPersonSchema = userListItemSchema.extend({ mutedUntil: z.string().nullable() });
export type MutedPerson = z.infer<typeof mutedPersonSchema>;
export const mutesAnswer = z.object({ people: z.array(mutedPersonSchema), ...cursorFields });
export type MutesAnswer = z.infer<typeof mutesAnswer>;

/**
 * A word, several words, or a `#tag`. Lower case, because case does not matter. The joiners of
 * emoji and of Indian and Persian words stay.
 */
export const wordField = multilineText({
  min: WORD_MIN,
  max: WORD_MAX,
  tooShort: `Please use at least ${WORD_MIN} characters.`,
  tooLong: `Please keep it to ${WORD_MAX} characters.`,
})
  .transform((word) => word.replace(/\s+/g, " ").toLowerCase().normalize("NFC"))
  .refine((word) => !word.startsWith("#") || tagsIn(word)[0]?.text === word, "That is not a valid #tag.");
export const wordBody = z.strictObject({ word: wordField, muted: z.boolean() });
/** The muted words, the latest first. */
export const wordsAnswer = z.object({ words: z.array(z.string()) });
export type WordsAnswer = z.infer<typeof wordsAnswer>;

/** The live stream's event `safety`: drop these people from what is open (docs/api.md). */
export const safetyEvent = z.object({ hidden: z.array(z.string()) });
