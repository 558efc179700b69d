import { randomUUID } from "node:crypto";
import { v7 as uuid } from "uuid";
import { openSession } from "@/lib/accounts/server/sessions";
import { addComment } from "@/lib/comments/server/comments";
import { db } from "@/lib/platform/db";
import { deliveryUrl } from "@/lib/platform/media";
import { FOLDER } from "@/lib/platform/media/host";
import { createPost as publish } from "@/lib/posts/server/write";
import type { Viewer } from "@/lib/sessions/server/access";
import { usernameBase } from "@/lib/text/names";
import type { MediaAsset, Post, Prisma, User } from "@/prisma/generated/client/client";

/** Things a test needs, each with the world it needs: a post makes its author and its picture. */

let made = 0;

/**
 * A person in the database: named, of the college and with a proven address unless told otherwise.
 */
export async function createUser(given: Partial<Prisma.UserCreateInput> = {}): Promise<User> {
  const number = ++made;
  const name = given.name ?? `Student ${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26]}${number}`;
  const username = given.username ?? `${usernameBase(name)}.${number}`;
  return db().user.create({
    data: {
      id: uuid(),
      email: `student.${number}.${randomUUID().slice(0, 8)}@mitsgwl.ac.in`,
      username,
      collegeName: "MITS",
      verifiedAt: new Date(),
      ...given,
      name,
    },
  });
}

/** A registered address nobody has proven yet. */
export function createNewcomer(given: Partial<Prisma.UserCreateInput> = {}): Promise<User> {
  return createUser({
    name: "Anonymous User",
    username: null,
    collegeName: "--",
    verifiedAt: null,
    ...given,
  });
}

/** A signed-in device. */
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

/** A person who is signed in. */
export type Member = SignedIn & { id: string; user: User };

export async function createMember(given: Partial<Prisma.UserCreateInput> = {}): Promise<Member> {
  const user = await createUser(given);
  return { id: user.id, user, ...(await signIn(user)) };
}

export function createMembers(count: number): Promise<Member[]> {
  return Promise.all(Array.from({ length: count }, () => createMember()));
}

const viewerOf = (person: { id: string }): Viewer => ({ id: person.id, sessionId: uuid() });

type AssetGiven = { mediaType?: "image" | "video"; attached?: boolean };

/** An upload that the media host has confirmed; no file is behind it. */
export function createAsset(owner: { id: string }, given: AssetGiven = {}): Promise<MediaAsset> {
  const { mediaType = "image", attached = false } = given;
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

/** The address under which an upload is submitted. */
export const addressOf = (asset: MediaAsset) => deliveryUrl(asset);

type PostGiven = {
  author?: { id: string };
  caption?: string;
  mediaType?: "image" | "video";
  createdAt?: Date;
};

/** A published post. */
export async function createPost(given: PostGiven = {}): Promise<Post> {
  const { caption = "A post", mediaType = "image", createdAt } = given;
  const author = given.author ?? (await createUser());
  const asset = await createAsset(author, { mediaType });
  const post = await publish(viewerOf(author), {
    caption,
    mediaType,
    cloudinaryUrl: addressOf(asset),
    visibility: "public",
    altText: "",
  });
  if (createdAt) await db().post.update({ where: { id: post._id }, data: { createdAt } });
  return db().post.findUniqueOrThrow({ where: { id: post._id } });
}

/** `count` posts of one author, the first one the newest, a second apart. */
export async function createPosts(count: number, author?: { id: string }): Promise<Post[]> {
  const by = author ?? (await createUser());
  const newest = Date.now();
  const posts: Post[] = [];
  for (let i = 0; i < count; i++) {
    posts.push(
      await createPost({ author: by, caption: `Post ${i + 1}`, createdAt: new Date(newest - i * 1000) }),
    );
  }
  return posts;
}

type CommentGiven = { post?: { id: string }; author?: { id: string }; content?: string };

/** A comment; returns its id. */
export async function createComment(given: CommentGiven = {}): Promise<string> {
  const post = given.post ?? (await createPost());
  const author = given.author ?? (await createUser());
  const { comment } = await addComment(viewerOf(author), post.id, given.content ?? "Nice one");
  return comment._id;
}
