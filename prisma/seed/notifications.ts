import { v7 as uuid } from "uuid";
import {
  commentMessage,
  JOINED,
  LIKED,
  LIKED_COMMENT,
  mentionMessage,
  replyMessage,
} from "@/lib/notifications/policy";
import type { Prisma } from "@/prisma/generated/client/client";
import type { DemoData } from "./demo-data";
import type { PersonKey } from "./people";
import type { Random } from "./random";

/** The notifications of the demo campus's people, as `notify` writes them. */

const HOUR = 60 * 60_000;

/** Hours since the last visit; anything newer is unseen. Everyone else visited within two days. */
const LAST_VISIT: Partial<Record<PersonKey, number>> = { aarav: 5, ishita: 0.6, kabir: 9, meera: 26 };

type Acts = Pick<DemoData, "posts" | "likes" | "comments" | "commentLikes" | "follows" | "mentions">;
type Event = Omit<Prisma.NotificationCreateManyInput, "id" | "seen" | "createdAt"> & { at: Date };

/**
 * One per sender, receiver, type and post, and of mentions and likes of comments one per comment; a
 * later comment or reply renews it.
 */
export function makeNotifications(
  data: Acts,
  namedUsers: ReadonlyMap<PersonKey, { id: string }>,
  now: number,
  random: Random,
): Prisma.NotificationCreateManyInput[] {
  const visits = new Map<string, number>();
  for (const [key, { id }] of namedUsers)
    visits.set(id, now - (LAST_VISIT[key] ?? random.between(1, 48)) * HOUR);
  const newest = new Map<string, Event>();
  for (const event of eventsOf(data).sort((a, b) => a.at.getTime() - b.at.getTime())) {
    const { senderId, receiverId, type, postId, commentId } = event;
    if (senderId === receiverId) continue;
    const ofComment = type === "comment_like" || type === "mention" ? commentId : null;
    newest.set([senderId, receiverId, type, postId, ofComment].join(), event);
  }
  return [...newest.values()].map(({ at, ...event }) => ({
    ...event,
    id: uuid({ msecs: at.getTime() }),
    seen: at.getTime() < (visits.get(event.receiverId) ?? now),
    createdAt: at,
  }));
}

function eventsOf({ posts, likes, comments, commentLikes, follows, mentions }: Acts): Event[] {
  const postOf = new Map(posts.map((post) => [post.id, post]));
  const authorOf = (postId: string) => postOf.get(postId)?.authorId ?? "";
  const commentOf = new Map(comments.map((comment) => [comment.id, comment]));
  return [
    ...likes.map((like) => ({
      type: "like" as const,
      senderId: like.userId,
      receiverId: authorOf(like.postId),
      postId: like.postId,
      message: LIKED,
      at: like.createdAt as Date,
    })),
    ...commentLikes.map(({ commentId, userId, createdAt }) => ({
      type: "comment_like" as const,
      senderId: userId,
      receiverId: commentOf.get(commentId)?.authorId ?? "",
      postId: commentOf.get(commentId)?.postId ?? null,
      commentId,
      message: LIKED_COMMENT,
      at: createdAt as Date,
    })),
    ...follows.map((follow) => ({
      type: "follow" as const,
      senderId: follow.followerId,
      receiverId: follow.followeeId,
      postId: null,
      message: JOINED,
      at: follow.createdAt as Date,
    })),
    ...mentions.flatMap(({ postId, personId }) => {
      const post = postId && postOf.get(postId);
      if (!post) return [];
      const { authorId: senderId, caption = "", createdAt: at } = post;
      return [
        {
          type: "mention" as const,
          senderId,
          receiverId: personId,
          postId,
          message: mentionMessage(caption),
          at,
        },
      ];
    }),
    ...comments.flatMap(
      ({ id: commentId, authorId: senderId, postId, answeredId, content, createdAt: at }) => {
        if (!senderId) return [];
        const event = { senderId, postId, commentId, at };
        const answeredAuthor = answeredId && commentOf.get(answeredId)?.authorId;
        const named = mentions.filter((mention) => mention.commentId === commentId);
        // Someone notified of the comment in any case is not notified that it names them.
        const events = new Map<string, Event>();
        for (const { personId: receiverId } of named)
          events.set(receiverId, { ...event, receiverId, type: "mention", message: mentionMessage(content) });
        const author = authorOf(postId);
        events.set(author, {
          ...event,
          receiverId: author,
          type: "comment",
          message: commentMessage(content),
        });
        if (answeredAuthor)
          events.set(answeredAuthor, {
            ...event,
            receiverId: answeredAuthor,
            type: "reply",
            message: replyMessage(content),
          });
        return [...events.values()];
      },
    ),
  ];
}
