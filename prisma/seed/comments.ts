import { v7 as uuid } from "uuid";
import type { Prisma } from "@/prisma/generated/client/client";
import type { PersonKey } from "./people";
import type { SeedPost } from "./posts";
import { type Random, randomFrom } from "./random";

/** The threads under the posts of the demo campus as rows, as the app would have written them. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type CommentAuthor = { id: string; username: string };
type Post = { id: string; authorId: string; createdAt: Date; post: SeedPost };
/** A first comment or a reply. */
type SeedComment = Omit<SeedPost["comments"][number], "replies">;
type Campus = { users: readonly CommentAuthor[]; byKey: (key: PersonKey) => CommentAuthor; now: number };

export type CommentRow = Prisma.CommentCreateManyInput & { id: string; createdAt: Date };
export type SeedComments = {
  comments: CommentRow[];
  commentLikes: Prisma.CommentLikeCreateManyInput[];
  formerTexts: Prisma.FormerTextCreateManyInput[];
};

/** It has random numbers of its own, so that another comment changes nothing else of the campus. */
export function makeComments(posts: readonly Post[], campus: Campus): SeedComments {
  const random = randomFrom(2027);
  const made: SeedComments = { comments: [], commentLikes: [], formerTexts: [] };
  for (const { id: postId, createdAt, post } of posts) {
    const posted = createdAt.getTime();
    const gap = Math.min((campus.now - posted) / (post.comments.length + 1), 40 * MINUTE);
    for (const [index, { replies, ...first }] of post.comments.entries()) {
      const at = posted + gap * (index + random.between(0.2, 0.9));
      const pause = Math.min((campus.now - at) / (replies.length + 1), 12 * MINUTE);
      const thread: Written[] = [];
      for (const [place, comment] of [first, ...replies].entries()) {
        const late = place === 0 ? 0 : pause * (place - 1 + random.between(0.2, 0.9));
        const written = { ...comment, id: uuid({ msecs: at + late }), createdAt: new Date(at + late) };
        thread.push(written);
        const likers = findLikers(written, post, campus, random);
        made.comments.push({
          ...rowOf(written, thread, campus),
          postId,
          repliesCount: place === 0 ? replies.length : 0,
          likesCount: likers.length,
        });
        made.commentLikes.push(...likers);
        made.formerTexts.push(...formerTextsOf(written, postId, campus));
      }
    }
  }
  return made;
}

type Written = SeedComment & { id: string; createdAt: Date };

/** `thread` ends with this comment. A reply answers whom it begins with, or the first comment. */
function rowOf({ id, createdAt, ...comment }: Written, thread: readonly Written[], { byKey, now }: Campus) {
  const [first, ...others] = thread.slice(0, -1);
  const answered = others.findLast(({ by }) => comment.text.startsWith(`@${byKey(by).username} `)) ?? first;
  const { before, isDeleted } = comment;
  return {
    id,
    createdAt,
    authorId: isDeleted ? null : byKey(comment.by).id,
    content: isDeleted ? "" : comment.text,
    threadId: first?.id ?? null,
    answeredId: answered?.id ?? null,
    editedAt: editTimes({ before, createdAt }, now).at(-1) ?? null,
  };
}

/** When each of the texts that stood before was replaced. */
export function editTimes({ before, createdAt }: { before: string[]; createdAt: Date }, now: number): Date[] {
  const posted = createdAt.getTime();
  const gap = Math.min((now - posted) / (before.length + 1), 3 * MINUTE);
  return before.map((_, index) => new Date(posted + gap * (index + 1)));
}

/** What a comment said before its edits or its deletion, which only a report shows. */
function formerTextsOf(comment: Written, postId: string, { byKey, now }: Campus) {
  const { id: subjectId, by, text, isDeleted } = comment;
  const former = { subject: "comment", subjectId, personId: byKey(by).id, postId } as const;
  const times = editTimes(isDeleted ? { ...comment, before: [text] } : comment, now);
  return times.map((shownUntil, index) => ({
    ...former,
    id: uuid({ msecs: shownUntil.getTime() }),
    text: comment.before[index] ?? text,
    isHistory: !isDeleted,
    shownUntil,
  }));
}

/** What a caption said before its edits. */
export function captionHistory({ id, authorId, createdAt, post: { before } }: Post, now: number) {
  return editTimes({ before, createdAt }, now).map((shownUntil, index) => ({
    id: uuid({ msecs: shownUntil.getTime() }),
    subject: "post" as const,
    subjectId: id,
    personId: authorId,
    text: before[index] ?? "",
    isHistory: true,
    shownUntil,
  }));
}

/** Without a number, a few of those who like the post; of a comment that is minutes old, fewer. */
function findLikers(
  { id: commentId, by, likes, createdAt, isDeleted }: Written,
  post: SeedPost,
  { users, byKey, now }: Campus,
  random: Random,
) {
  const age = now - createdAt.getTime();
  const wanted = likes ?? Math.floor((post.likes / 5) * random.between(0, 1) ** 3);
  const number = isDeleted ? 0 : Math.min(wanted, 1 + Math.floor(age / MINUTE / 2));
  const others = random.shuffle(users.filter(({ id }) => id !== byKey(by).id));
  return others.slice(0, number).map(({ id: userId }) => ({
    commentId,
    userId,
    createdAt: new Date(createdAt.getTime() + Math.min(age, DAY) * random.between(0.05, 0.95)),
  }));
}
