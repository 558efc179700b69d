import "server-only";
import { NIL } from "uuid";
import { campusPosts } from "@/lib/audience/server/posts";
import { ago } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { type ReportSubject, shortText } from "@/lib/reports/policy";
import { formerTextsOf } from "@/lib/reports/server/former-texts";
import {
  copyOfProfile,
  type NamedPerson,
  type StoredVersion,
  toMedia,
  toPost,
  versionOf,
} from "@/lib/reports/server/snapshots";
import type { Viewer } from "@/lib/sessions/server/access";
import { isolated } from "@/lib/text/names";

/** Finding what people report, as it is now and as it was. */

/** What there is to report, whose it is, its copies, and whether the viewer can see it. */
export type Content = {
  personId: string | null;
  /** What it said before, the oldest first, and then what it says now, unless it is deleted. */
  versions: StoredVersion[];
  isSeen: boolean;
};

/**
 * The content as it is now. A viewer may report what is hidden from them, too: someone who has
 * blocked them, or hides their account, may go on about them. Undefined when there is none, when a
 * decision has removed it, for messages of others, and for hidden people the viewer never had to do
 * with.
 */
export type FindContent = (tx: Tx, id: string, viewer: Viewer | undefined) => Promise<Content | undefined>;

export const FIND: Record<ReportSubject, FindContent> = {
  post: findPost,
  comment: findComment,
  message: findMessage,
  person: findPerson,
  notification: findNotification,
};

const PERSON = { select: { id: true, name: true, username: true } } as const;

/** What something said before. */
async function formerVersions(
  tx: Tx,
  subject: ReportSubject,
  id: string,
  person: NamedPerson | null,
  post: StoredVersion["post"] = null,
): Promise<StoredVersion[]> {
  return (await formerTextsOf(tx, subject, id)).map(({ text, shownUntil }) => ({
    ...versionOf(person, { text, post }),
    takenAt: shownUntil.toISOString(),
    isFormer: true,
  }));
}

/** What is left of something that its author deleted. */
async function findDeleted(tx: Tx, subject: ReportSubject, id: string): Promise<Content | undefined> {
  const former = await tx.formerText.findFirst({
    where: { subject, subjectId: id, person: { deletedAt: null } },
    orderBy: { shownUntil: "desc" },
    include: { person: PERSON },
  });
  if (!former) return undefined;
  const post =
    former.postId &&
    (await tx.post.findUnique({ where: { id: former.postId }, include: { author: PERSON } }));
  return {
    personId: former.personId,
    versions: await formerVersions(tx, subject, id, former.person, post ? toPost(post) : null),
    isSeen: false,
  };
}

/** An author, and whether the viewer sees them. */
const authorFor = (viewer: Viewer | undefined) =>
  ({
    select: {
      ...PERSON.select,
      isActive: true,
      deletedAt: true,
      blocks: { where: { blockedId: viewer?.id ?? NIL }, select: { blockedId: true } },
    },
  }) as const;

type Author = { isActive: boolean; blocks: unknown[] };
const isSeenAuthor = ({ isActive, blocks }: Author) => isActive && blocks.length === 0;

/** What a decision has removed has been looked at. */
const isLeftTo = (viewer: Viewer | undefined, { decisionId }: { decisionId: string | null }) =>
  !viewer || decisionId === null;

async function findPost(tx: Tx, id: string, viewer: Viewer | undefined): Promise<Content | undefined> {
  const post = await tx.post.findUnique({
    where: { id },
    include: {
      author: authorFor(viewer),
      media: { orderBy: { position: "asc" }, include: { asset: true } },
    },
  });
  if (!post) return findDeleted(tx, "post", id);
  if (post.author.deletedAt || !isLeftTo(viewer, post)) return undefined;
  const media = post.media.map(({ asset, altText }) => toMedia("post", altText, asset));
  const { author, caption, hashtags } = post;
  return {
    personId: author.id,
    versions: [
      ...(await formerVersions(tx, "post", id, author)),
      versionOf(author, { text: caption, hashtags, media }),
    ],
    isSeen: post.isActive && isSeenAuthor(author),
  };
}

async function findComment(tx: Tx, id: string, viewer: Viewer | undefined): Promise<Content | undefined> {
  const comment = await tx.comment.findUnique({
    where: { id },
    include: { author: authorFor(viewer), post: { include: { author: authorFor(viewer) } } },
  });
  if (!comment) return findDeleted(tx, "comment", id);
  const { author, content, post, withheldAt } = comment;
  if (!author) return findDeleted(tx, "comment", id);
  if (author.deletedAt || !isLeftTo(viewer, comment)) return undefined;
  const answered = await findAnswered(tx, comment.answeredId);
  return {
    personId: author.id,
    versions: [
      ...(await formerVersions(tx, "comment", id, author, toPost(post))),
      versionOf(author, { text: content, post: toPost(post), ...(answered && { answered }) }),
    ],
    isSeen: !withheldAt && post.isActive && isSeenAuthor(author) && isSeenAuthor(post.author),
  };
}

/** The comment that a reply answers, unless it is gone or withheld. */
async function findAnswered(tx: Tx, id: string | null): Promise<StoredVersion["answered"]> {
  if (!id) return undefined;
  const comment = await tx.comment.findUnique({
    where: { id, withheldAt: null },
    include: { author: PERSON },
  });
  return comment?.author ? { name: comment.author.name, text: shortText(comment.content) } : undefined;
}

async function findMessage(tx: Tx, id: string, viewer: Viewer | undefined): Promise<Content | undefined> {
  const message = await tx.message.findUnique({
    where: { id },
    include: { sender: authorFor(viewer), conversation: { include: { participants: true } } },
  });
  if (!message || !isLeftTo(viewer, message)) return undefined;
  if (viewer) {
    const own = message.conversation.participants.find(({ personId }) => personId === viewer.id);
    if (!own || message.seq <= own.hiddenSeq) return undefined;
  }
  const { sender, text, postId, deletedAt, withheldAt } = message;
  const former = deletedAt ? (await formerTextsOf(tx, "message", id)).at(-1) : undefined;
  // Deleted longer ago, or by a sweep: no one can tell any more what it said.
  if (viewer && deletedAt && !former) return undefined;
  const sharedId = former ? former.postId : postId;
  const [post = null] = sharedId ? await findSharedPosts(tx, [sharedId]) : [];
  const versions = former
    ? await formerVersions(tx, "message", id, sender, post)
    : [versionOf(sender, { text, post })];
  // The message is, but its author stays as hidden as in the conversation.
  const isSeen = !withheldAt && sender !== null && isSeenAuthor(sender);
  return { personId: sender?.id ?? null, versions, isSeen };
}

async function findPerson(tx: Tx, id: string, viewer: Viewer | undefined): Promise<Content | undefined> {
  const person = await tx.user.findUnique({
    where: { id, deletedAt: null, ...(viewer && { verifiedAt: { not: null } }) },
    include: { blocks: { where: { blockedId: viewer?.id ?? NIL } } },
  });
  if (!person) return undefined;
  const isSeen = isSeenAuthor(person);
  if (viewer && !isSeen && !(await hadContact(tx, viewer.id, id))) return undefined;
  // Under another name than the one who was met: the reporter and the moderators need both.
  const isRenamed = person.nameChangedAt !== null && person.nameChangedAt > ago(30, "days");
  const name = isRenamed
    ? `${isolated(person.name)} (before: ${isolated(person.formerName ?? "")})`
    : person.name;
  return { personId: person.id, versions: [copyOfProfile({ ...person, name })], isSeen };
}

/** What a member sent another by hand, as its receiver has it. */
async function findNotification(
  tx: Tx,
  id: string,
  viewer: Viewer | undefined,
): Promise<Content | undefined> {
  const notification = await tx.notification.findUnique({
    where: { id, customType: { not: null }, ...(viewer && { receiverId: viewer.id }) },
    include: { sender: authorFor(viewer) },
  });
  if (!notification) return undefined;
  const { sender, message, deletedAt } = notification;
  return {
    personId: sender.id,
    versions: [versionOf(sender, { text: message })],
    isSeen: !deletedAt && isSeenAuthor(sender),
  };
}

/**
 * Whether another person has had to do with someone: a conversation, a comment under a post, an
 * answer, a mention, a notification, or one has joined the other.
 */
async function hadContact(tx: Tx, viewerId: string, otherId: string): Promise<boolean> {
  const both = [viewerId, otherId];
  const [found] = await tx.sql<{ hadContact: boolean }>`
    SELECT EXISTS (SELECT FROM conversations WHERE first_id = ANY(${both}::uuid[]) AND second_id = ANY(${both}::uuid[]))
      OR EXISTS (SELECT FROM follows WHERE follower_id = ${otherId}::uuid AND followee_id = ${viewerId}::uuid)
      OR EXISTS (SELECT FROM follows WHERE follower_id = ${viewerId}::uuid AND followee_id = ${otherId}::uuid)
      OR EXISTS (SELECT FROM notifications WHERE sender_id = ${otherId}::uuid AND receiver_id = ${viewerId}::uuid)
      OR EXISTS (SELECT FROM comments c JOIN posts p ON p.id = c.post_id
        WHERE c.author_id = ${otherId}::uuid AND p.author_id = ${viewerId}::uuid)
      OR EXISTS (SELECT FROM comments c JOIN posts p ON p.id = c.post_id
        WHERE c.author_id = ${viewerId}::uuid AND p.author_id = ${otherId}::uuid)
      OR EXISTS (SELECT FROM comments c JOIN comments answered ON answered.id = c.answered_id
        WHERE c.author_id = ${otherId}::uuid AND answered.author_id = ${viewerId}::uuid)
      OR EXISTS (SELECT FROM mentions m
        LEFT JOIN posts p ON p.id = m.post_id LEFT JOIN comments c ON c.id = m.comment_id
        WHERE m.person_id = ${viewerId}::uuid AND ${otherId}::uuid IN (p.author_id, c.author_id)) AS "hadContact"`;
  return found?.hadContact ?? false;
}

/** The posts that messages carry, as they are named next to them. Hidden ones are left out. */
export async function findSharedPosts(tx: Tx, ids: string[]) {
  const posts = await tx.post.findMany({
    where: { id: { in: ids }, ...campusPosts.where },
    include: { author: PERSON },
  });
  return posts.map(toPost);
}
