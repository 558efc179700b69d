import { randomUUID } from "node:crypto";
import { v7 as uuid } from "uuid";
import { hashPassword } from "@/lib/accounts/server/password";
import { openSession } from "@/lib/accounts/server/sessions";
import { addComment } from "@/lib/comments/server/comments";
import { LEGAL_VERSION } from "@/lib/legal/policy";
import { startConversation } from "@/lib/messages/server/conversation";
import { sendMessage } from "@/lib/messages/server/send";
import { addTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { deliveryUrl } from "@/lib/platform/media";
import { FOLDER } from "@/lib/platform/media/host";
import { createPost as publish } from "@/lib/posts/server/publish";
import { usernameBase } from "@/lib/profiles/server/username";
import { forgetSessions, type Viewer } from "@/lib/sessions/server/access";
import type { MediaAsset, Post, Prisma, User } from "@/prisma/generated/client/client";

/** Factories. Each creates what its object needs: a post gets its author and its picture. */

let userCount = 0;

/** A person in the database, by default with a name, a college and a proven address. */
export async function createUser(overrides: Partial<Prisma.UserCreateInput> = {}): Promise<User> {
  const number = ++userCount;
  const name = overrides.name ?? `Student ${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26]}${number}`;
  const username = overrides.username ?? `${usernameBase(name)}.${number}`;
  return db().user.create({
    data: {
      id: uuid(),
      email: `student.${number}.${randomUUID().slice(0, 8)}@mitsgwl.ac.in`,
      username,
      collegeName: "MITS",
      // Long past an account's first day, which has limits of its own.
      verifiedAt: new Date("2026-01-01T00:00:00Z"),
      isAdult: true,
      agreedVersion: LEGAL_VERSION,
      agreedAt: new Date("2026-01-01T00:00:00Z"),
      ...overrides,
      name,
    },
  });
}

/** A person who has registered and not proven their address yet. */
export function createNewcomer(overrides: Partial<Prisma.UserCreateInput> = {}): Promise<User> {
  return createUser({
    name: "Anonymous User",
    username: null,
    collegeName: "--",
    verifiedAt: null,
    ...overrides,
  });
}

/** A session and its credentials. */
export type SignedIn = { token: string; refreshToken: string; cookie: string; viewer: Viewer };

export async function signIn(user: User): Promise<SignedIn> {
  const { answer, cookie } = await openSession(db(), user, "jest");
  const sessionId = answer.refreshToken.split(".")[0] ?? "";
  return {
    token: answer.accessToken,
    refreshToken: answer.refreshToken,
    cookie,
    viewer: { id: user.id, sessionId },
  };
}

/** A signed-in person. */
export type Member = SignedIn & { id: string; user: User };

/** What the database has of a password. */
export const passwordHashOf = (password: string) => hashPassword(password, { isKnown: true, of: password });

export async function createMember(overrides: Partial<Prisma.UserCreateInput> = {}): Promise<Member> {
  const user = await createUser(overrides);
  return { id: user.id, user, ...(await signIn(user)) };
}

export function createMembers(count: number): Promise<Member[]> {
  return Promise.all(Array.from({ length: count }, () => createMember()));
}

const viewerOf = (person: { id: string }): Viewer => ({ id: person.id, sessionId: uuid() });

type AssetOptions = { mediaType?: "image" | "video"; attached?: boolean };

/** An upload that the media host has confirmed, without a file. */
export function createAsset(owner: { id: string }, options: AssetOptions = {}): Promise<MediaAsset> {
  const { mediaType = "image", attached = false } = options;
  return db().mediaAsset.create({
    data: {
      id: uuid(),
      publicId: `${FOLDER}/${randomUUID()}`,
      ownerId: owner.id,
      mediaType,
      format: mediaType === "image" ? "jpg" : "mp4",
      width: 1080,
      height: 1350,
      duration: mediaType === "video" ? 6 : null,
      bytes: 100_000,
      attachedAt: attached ? new Date() : null,
    },
  });
}

/** The URL with which an upload is attached to a post or profile. */
export const addressOf = (asset: MediaAsset) => deliveryUrl(asset);

type PostOptions = {
  author?: { id: string };
  caption?: string;
  mediaType?: "image" | "video";
  /** How many media it has. */
  mediaCount?: number;
  createdAt?: Date;
};

/** A published post; `assetId` is the first of its media. */
export async function createPost(options: PostOptions = {}): Promise<Post & { assetId: string }> {
  const { caption = "A post", mediaType = "image", mediaCount = 1, createdAt } = options;
  const author = options.author ?? (await createUser());
  const media = [];
  const assetIds: string[] = [];
  for (let made = 0; made < mediaCount; made++) {
    const asset = await createAsset(author, { mediaType });
    media.push({ mediaType, cloudinaryUrl: addressOf(asset), altText: "" });
    assetIds.push(asset.id);
  }
  const post = await publish(viewerOf(author), { caption, visibility: "public", media });
  if (createdAt) await db().post.update({ where: { id: post._id }, data: { createdAt } });
  const row = await db().post.findUniqueOrThrow({ where: { id: post._id } });
  return { ...row, assetId: assetIds[0] ?? "" };
}

/** `count` posts of one author, one second apart, newest first. */
export async function createPosts(count: number, author?: { id: string }): Promise<Post[]> {
  const postAuthor = author ?? (await createUser());
  const newest = Date.now();
  const posts: Post[] = [];
  for (let i = 0; i < count; i++) {
    posts.push(
      await createPost({
        author: postAuthor,
        caption: `Post ${i + 1}`,
        createdAt: new Date(newest - i * 1000),
      }),
    );
  }
  return posts;
}

type CommentOptions = { post?: { id: string }; author?: { id: string }; content?: string };

/** Adds a comment and returns its id. */
export async function createComment(options: CommentOptions = {}): Promise<string> {
  const post = options.post ?? (await createPost());
  const author = options.author ?? (await createUser());
  const { comment } = await addComment(viewerOf(author), post.id, options.content ?? "Nice one");
  return comment._id;
}

/** The id of the conversation that one person begins with another. */
export async function createConversation(person: { id: string }, other: { id: string }): Promise<string> {
  return (await startConversation(viewerOf(person), other.id))._id;
}

type MessageOptions = { conversationId: string; sender: { id: string }; text?: string; postId?: string };

/** Sends a message and returns its id. */
export async function createMessage({ conversationId, sender, ...content }: MessageOptions): Promise<string> {
  const body = { text: "Hello", ...content, clientId: randomUUID() };
  return (await sendMessage(viewerOf(sender), conversationId, body)).message._id;
}

/** Suspends a person for some days; without any, bans them. Returns the decision. */
export async function suspend(
  person: { id: string },
  days: number | null,
): Promise<{ id: string; suspendedUntil: Date | null }> {
  const id = uuid();
  const personId = person.id;
  const now = new Date();
  const suspendedUntil = days === null ? null : addTime(now, days, "days");
  const about = { id: uuid(), subject: "person", subjectId: personId, personId } as const;
  const moderationCase = await db().moderationCase.create({
    data: { ...about, snapshot: { versions: [] }, closedAt: now },
  });
  const outcome = days === null ? "banned" : "suspended";
  const reason = "Spam in every thread";
  const decision = { id, caseId: moderationCase.id, personId, outcome, reason, days } as const;
  await db().decision.create({ data: { ...decision, confirmedAt: days === null ? now : null } });
  await db().user.update({
    where: { id: personId },
    data: { suspendedAt: now, suspendedUntil, suspensionId: id, isActive: days !== null },
  });
  forgetSessions();
  return { id, suspendedUntil };
}

/** A signed-in member of the staff. */
export const createStaff = (staffRole: "moderator" | "admin" = "moderator") => createMember({ staffRole });

type CaseOptions = {
  subject: "post" | "comment" | "message" | "person";
  subjectId: string;
  /** Whose it is. */
  person: { id: string };
  reporter?: { id: string };
  severity?: number;
  openedAt?: Date;
};

/** An open case with one report; returns its id. */
export async function createCase({ person, reporter, ...options }: CaseOptions): Promise<string> {
  const { subject, subjectId, severity = 1, openedAt = new Date() } = options;
  const id = uuid();
  const copy = {
    takenAt: openedAt.toISOString(),
    name: "Someone",
    username: "someone",
    text: "What it said",
  };
  const version = { ...copy, hashtags: [], media: [], post: null };
  await db().moderationCase.create({
    data: {
      id,
      subject,
      subjectId,
      personId: person.id,
      snapshot: { versions: [version] },
      reportsCount: 1,
      severity,
      openedAt,
    },
  });
  const reporterId = (reporter ?? (await createUser())).id;
  await db().report.create({
    data: { id: uuid(), caseId: id, reporterId, subject, subjectId, reason: "spam" },
  });
  return id;
}
