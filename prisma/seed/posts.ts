import * as z from "zod";
import { CARD_BACKGROUNDS } from "@/lib/text/card-look";
import { CommentAudience } from "@/prisma/generated/client/enums";
import { PEOPLE, type PersonKey } from "./people";
import file from "./posts.json";

/**
 * What the people of the demo campus post (posts.json): 80 posts, with pictures from
 * prisma/seed/media, six of them cards.
 */

const person = z.enum(Object.keys(PEOPLE) as PersonKey[]);

const reply = z.strictObject({
  by: person,
  text: z.string(),
  /** What it said before each edit, the oldest first. */
  before: z.array(z.string()).default([]),
  /** How many people like it in the end; without it, chance decides. */
  likes: z.int().optional(),
  isDeleted: z.literal(true).optional(),
});
const comment = reply.extend({ replies: z.array(reply).default([]) });

/** A post by one of the named people, with the others' comments, oldest first. */
const post = z.strictObject({
  by: person,
  /** One to four pictures, or a video, and what they show. Only a video is in several posts. */
  media: z.array(z.strictObject({ file: z.string(), alt: z.string() })),
  /** It is a card: the composer drew its picture of its text, which also describes it. */
  background: z.enum(CARD_BACKGROUNDS).optional(),
  text: z.string(),
  /** What the caption said before each edit, the oldest first. */
  before: z.array(z.string()).default([]),
  whoCanComment: z.enum(CommentAudience).default("everyone"),
  /** How many people like it in the end; a post that is minutes old has fewer. */
  likes: z.int(),
  shares: z.int().optional(),
  comments: z.array(comment).default([]),
});
export type SeedPost = z.output<typeof post>;

/**
 * The posts of the last hours, newest first, and the posts of the six weeks before, in no order.
 */
export const { today: POSTS_TODAY, older: OLDER_POSTS } = z
  .strictObject({ today: z.array(post), older: z.array(post) })
  .parse(file);
