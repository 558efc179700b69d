import "server-only";
import { v7 as uuid } from "uuid";
import { idParam } from "@/lib/api/pagination";
import { openPosts } from "@/lib/audience/server/posts";
import { outsideLinks } from "@/lib/limits/server/outside-links";
import { refundUnlessNew, takeWriteLimits } from "@/lib/limits/server/write-limits";
import { reachesInbox, TOO_MANY_NEW_PEOPLE, type WritingFacts, whyNotWrite } from "@/lib/messages/policy";
import { commentMessage, JOINED, LIKED } from "@/lib/notifications/policy";
import type {
  CustomType,
  NewNotification,
  NewNotificationAnswer,
  Notification,
} from "@/lib/notifications/schema";
import { notificationNotFound, recentCustom } from "@/lib/notifications/server/inbox";
import {
  cardColumn,
  type NotificationRow,
  notificationColumns,
  notificationJoins,
  toNotification,
} from "@/lib/notifications/server/rows";
import { eventId, type NotificationEvent, writeAndPush } from "@/lib/notifications/server/write";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockUsers } from "@/lib/platform/locks";
import type { Use } from "@/lib/platform/rate-limit";
import { assertNotBlocked } from "@/lib/profiles/server/profile";
import { isJoinedBy, type UserSummaryRow, userSummaryColumns } from "@/lib/profiles/server/rows";
import type { Viewer } from "@/lib/sessions/server/access";
import { POST_NOT_FOUND, USER_NOT_FOUND } from "@/lib/text/errors";
import { fold } from "@/lib/text/fold";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Serves clients that notify after a like or comment, and the test form. A like, comment or join
 * has already written its notification, so a call that says no more than that only returns it.
 * Anything else becomes a custom notification with the sender's own text, shown as such: one a day
 * for each sender, receiver and type.
 *
 * The answer must not reveal what the receiver did. It is the same whether they have seen or
 * deleted the notification, or muted its sender: that of an event is built from the event and not
 * from the stored row.
 *
 * Throws `not_found`, also for a post that the sender may not open, `validation` when sending to
 * oneself, `forbidden` for a receiver who takes nothing from the sender, `request_pending` while
 * messages of theirs wait to be accepted, and `rate_limited`.
 */
export async function createNotification(
  viewer: Viewer,
  body: NewNotification,
): Promise<NewNotificationAnswer> {
  const receiverId = idParam.safeParse(body.receiverId.trim()).data;
  const postId = body.postId?.trim() ? idParam.safeParse(body.postId.trim()).data : null;
  if (!receiverId) throw new ApiError("not_found", USER_NOT_FOUND);
  if (postId === undefined) throw postNotFound();
  if (receiverId === viewer.id)
    throw new ApiError("validation", "You can't send a notification to yourself.");
  const event = { senderId: viewer.id, receiverId, type: body.type, postId };
  const earlier = await transaction(async (tx) => {
    const people = await lockUsers(tx, [receiverId]);
    if (!people.has(receiverId)) throw new ApiError("not_found", USER_NOT_FOUND);
    await assertNotBlocked(tx, viewer.id, receiverId);
    const row = await findEvent(tx, event, body.message);
    return row ? { notification: toNotification(row), created: false } : findRecent(tx, event);
  });
  if (earlier) return earlier;
  const facts = await readFacts(viewer.id, receiverId);
  assertTakes(facts);
  const uses: Use[] = reachesInbox(facts) ? [] : [["notify_stranger", viewer.id]];
  const limits = await takeWriteLimits(viewer.id, {
    links: outsideLinks(body.message),
    repeatedLinks: "reject",
    others: { uses, wording: TOO_MANY_NEW_PEOPLE },
  });
  return refundUnlessNew(limits, async () => {
    const result = await transaction((tx) => writeCustom(tx, event, body.message));
    return { result, isNew: result.created };
  });
}

type Facts = WritingFacts & { takesCustom: boolean; takesFromEveryone: boolean };

/**
 * How two people are related, in one query. Someone who has not said their age takes what they
 * have chosen to, as adults do.
 */
async function readFacts(senderId: string, receiverId: string): Promise<Facts> {
  const [firstId, secondId] = [senderId, receiverId].sort();
  const [facts] = await db().sql<Facts>`
    SELECT true AS "isReachable", u.who_can_message::text AS "whoCanMessage",
      NOT u.muted_custom AND u.is_adult IS NOT FALSE AS "takesCustom", u.custom_from_everyone AS "takesFromEveryone", coalesce(c.last_seq, 0) AS "messageCount",
      coalesce(them.has_answered, false) AS "hasAnswered",
      EXISTS (SELECT FROM follows WHERE follower_id = u.id AND followee_id = ${senderId}::uuid) AS "isJoined"
    FROM users u
    LEFT JOIN conversations c ON c.first_id = ${firstId}::uuid AND c.second_id = ${secondId}::uuid
    LEFT JOIN conversation_participants them ON them.conversation_id = c.id AND them.person_id = u.id
    WHERE u.id = ${receiverId}::uuid`;
  if (!facts) throw new ApiError("not_found", USER_NOT_FOUND);
  return facts;
}

/**
 * Throws unless the receiver takes what the sender writes by hand. Of people under 18 a sender
 * reads what they read of adults who have switched it off.
 */
function assertTakes(facts: Facts): void {
  if (!facts.takesCustom) throw new ApiError("forbidden", "This member takes no notifications from members.");
  const rejection = whyNotWrite(facts);
  if (rejection) throw new ApiError(rejection.code, rejection.message);
  if (!reachesInbox(facts) && !facts.takesFromEveryone) {
    throw new ApiError("forbidden", "This member only takes notifications from people they have joined.");
  }
}

const postNotFound = () => new ApiError("not_found", POST_NOT_FOUND);

/** How specified clients word their notifications (docs/product.md, Differs on purpose). */
const WORDINGS = {
  like: /^(?:has )?(?:liked|likes) your (?:post|photo|picture|image|video)[.!]*$/,
  comment:
    /^(?:has )?commented(?: on your (?:post|photo|picture|image|video))?(?:[\s:"'-]+(.*?))?[\s"'.…!]*$/,
  follow:
    /^(?:has )?(?:joined your circle|(?:started following|is now following|is following|followed|follows) you)[.!]*$/,
};

/**
 * Whether the message of a notification that a client sends says no more than the event itself:
 * `Ishita Verma liked your post`, `commented: “Lovely”`. `comment` is what was commented.
 */
function saysTheEvent(
  type: CustomType,
  message: string,
  { name, comment }: { name: string; comment: string },
): boolean {
  const line = (text: string) => fold(text).replaceAll(/\s+/g, " ").trim();
  const words = line(message);
  const subject = [line(name), "someone"].find((start) => words.startsWith(`${start} `)) ?? "";
  const match = WORDINGS[type].exec(words.slice(subject.length).trim());
  return match !== null && line(comment).startsWith(match[1] ?? "");
}

/**
 * The notification of an event, as its sender may see it; undefined when it has not happened, or
 * `message` says something else. Throws `not_found` for a post that the sender may not open.
 */
async function findEvent(tx: Tx, event: CustomEvent, message: string): Promise<NotificationRow | undefined> {
  const { senderId, receiverId, type, postId } = event;
  if (type !== "follow" && !postId) return undefined;
  const [facts] = await tx.sql<EventRow>`
    SELECT ${userSummaryColumns(receiverId)}, ${isJoinedBy(receiverId)} AS "isInCircle", p.id AS "postId", p.author_id = ${receiverId}::uuid AS "isTheirs",
      a.public_id AS "publicId", a.media_type::text AS "mediaType", a.format, a.has_poster AS "hasPoster", ${cardColumn},
      f.created_at AS "joinedAt", l.created_at AS "likedAt", c.id AS "commentId", c.created_at AS "commentedAt", c.content
    FROM users u
    LEFT JOIN (
      posts p JOIN post_media m ON m.post_id = p.id AND m.position = 0 JOIN media_assets a ON a.id = m.asset_id
    ) ON p.id = ${postId}::uuid AND ${openPosts(senderId).sql}
    LEFT JOIN follows f ON f.follower_id = u.id AND f.followee_id = ${receiverId}::uuid
    LEFT JOIN likes l ON l.post_id = p.id AND l.user_id = u.id
    LEFT JOIN LATERAL (
      SELECT id, created_at, content FROM comments WHERE post_id = p.id AND author_id = u.id
      ORDER BY created_at DESC, id DESC LIMIT 1
    ) c ON true
    WHERE u.id = ${senderId}::uuid`;
  if (!facts || (postId && !facts.postId)) throw postNotFound();
  if (!saysTheEvent(type, message, { name: facts.userName, comment: facts.content ?? "" })) return undefined;
  const toRow = (createdAt: Date, message: string, source = event): NotificationRow => ({
    ...facts,
    id: eventId(source),
    type,
    custom: false,
    commentId: type === "comment" ? facts.commentId : null,
    message,
    seen: false,
    createdAt,
  });
  if (type === "follow") {
    return facts.joinedAt
      ? { ...toRow(facts.joinedAt, JOINED, { ...event, postId: null }), postId: null }
      : undefined;
  }
  if (!facts.isTheirs) return undefined;
  if (type === "like") return facts.likedAt ? toRow(facts.likedAt, LIKED) : undefined;
  return facts.commentedAt ? toRow(facts.commentedAt, commentMessage(facts.content ?? "")) : undefined;
}

type EventRow = Pick<
  NotificationRow,
  | keyof UserSummaryRow
  | "isInCircle"
  | "postId"
  | "commentId"
  | "publicId"
  | "mediaType"
  | "format"
  | "hasPoster"
  | "card"
> & {
  isTheirs: boolean | null;
  joinedAt: Date | null;
  likedAt: Date | null;
  commentedAt: Date | null;
  content: string | null;
};

type CustomEvent = NotificationEvent & { type: CustomType };

/** The notification of this type that the sender has sent the receiver within a day. */
async function findRecent(
  tx: Tx,
  { senderId, receiverId, type }: CustomEvent,
): Promise<NewNotificationAnswer | undefined> {
  const recent = await tx.notification.findFirst({
    where: { senderId, receiverId, ...recentCustom(), customType: type },
    select: { id: true },
  });
  return recent
    ? { notification: { ...(await readStored(tx, recent.id)), seen: false }, created: false }
    : undefined;
}

/**
 * Writes a custom notification in place of an older one, or returns the one of the last day. It is
 * stored as a comment, whatever type the sender chose (prisma/schema.prisma).
 */
async function writeCustom(tx: Tx, event: CustomEvent, message: string): Promise<NewNotificationAnswer> {
  const { senderId, receiverId, type, postId } = event;
  // Locking the sender runs their calls one at a time, and no block comes in between.
  await lockUsers(tx, [senderId, receiverId]);
  await assertNotBlocked(tx, senderId, receiverId);
  const recent = await findRecent(tx, event);
  if (recent) return recent;
  await tx.notification.deleteMany({ where: { senderId, receiverId, customType: type } });
  const id = uuid();
  await writeAndPush(
    tx,
    receiverId,
    Prisma.sql`
      INSERT INTO notifications (id, sender_id, receiver_id, type, custom_type, post_id, message)
      VALUES (${id}::uuid, ${senderId}::uuid, ${receiverId}::uuid, 'comment', ${type}::"NotificationType",
        ${postId}::uuid, ${message})`,
  );
  return { notification: await readStored(tx, id), created: true };
}

async function readStored(tx: Tx, id: string): Promise<Notification> {
  const [row] = await tx.sql<NotificationRow>`
    SELECT ${notificationColumns} FROM notifications n ${notificationJoins} WHERE n.id = ${id}::uuid`;
  if (!row) throw notificationNotFound();
  return toNotification(row);
}
