import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { GET } from "@/app/media/[type]/upload/[...file]/route";
import { POST } from "@/app/media/[type]/upload/route";
import { messagesAnswer } from "@/lib/messages/schema";
import { sweepRemoved } from "@/lib/moderation/server/sweep";
import { notificationsAnswer } from "@/lib/notifications/schema";
import { ago } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { lockUsers } from "@/lib/platform/locks";
import { findAsset, parseMediaUrl } from "@/lib/platform/media";
import type { MediaType } from "@/lib/platform/media/host";
import { traceQueries } from "@/lib/platform/query-watch";
import { secondsOverLimit } from "@/lib/platform/rate-limit";
import { mediaOf } from "@/lib/posts/policy";
import { feedAnswer, newPostAnswer, type Post, postAnswer } from "@/lib/posts/schema";
import { sweepDeletedPosts } from "@/lib/posts/server/delete";
import { adjustPostCounts } from "@/lib/posts/server/lock";
import { withholdPost } from "@/lib/posts/server/withhold";
import { avatarAnswer, hostAnswer, uploadSignatureAnswer } from "@/lib/uploads/schema";
import { importPicture, importVideo } from "@/lib/uploads/server/import";
import { enqueueMediaDeletion, sweepMedia } from "@/lib/uploads/server/sweep";
import { MEDIA_FOLDER } from "@/prisma/seed/media";
import { api } from "@/tests/api";
import {
  addressOf,
  createAsset,
  createConversation,
  createMember,
  createPost,
  type Member,
} from "@/tests/factories";
import { resetLimit, setLimit } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const sample = readFileSync(join(process.cwd(), "lib/platform/media/fixtures/sideways.mp4"));
const photo = (colour = "#3046e6", width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

const file = (bytes: Buffer, name = "photo.jpg") => new File([new Uint8Array(bytes)], name);

/** Uploads as any API client would: asks for a signature, then sends the file where it says. */
async function upload(member: Member, mediaType: MediaType, bytes: Buffer) {
  const reply = await api.post("/upload/signature", { token: member.token, body: { mediaType } });
  const { uploadUrl, fields } = reply.read(uploadSignatureAnswer);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file(bytes));
  const response = await POST(new Request(uploadUrl, { method: "POST", body: form }), {
    params: Promise.resolve({}),
  });
  return hostAnswer.parse(await response.json());
}

const submit = (member: Member, cloudinaryUrl: string, mediaType: MediaType = "image") =>
  api.post("/upload/pre-calculated", {
    token: member.token,
    body: { caption: "Sunrise #gwalior", mediaType, cloudinaryUrl, visibility: "public" },
  });

function sendPicture(member: Member, bytes: Buffer, type?: string) {
  const form = new FormData();
  form.append("file", file(bytes));
  if (type !== undefined) form.append("type", type);
  return api.post("/upload/avatar", { token: member.token, body: form });
}

const isServed = async (url: string) =>
  (await GET(new Request(url), { params: Promise.resolve({}) })).status === 200;

describe("posting a picture", () => {
  test("publishes an uploaded picture with its size and placeholder", async () => {
    const member = await createMember();
    const hosted = await upload(member, "image", await photo());
    const { post } = (await submit(member, hosted.secure_url)).read(newPostAnswer);
    expect(post).toMatchObject({ mediaUrl: hosted.secure_url, mediaType: "image", width: 900, height: 600 });
    expect(post.placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(await isServed(post.thumbnail)).toBe(true);
  });

  test("publishes a video, upright, with a poster", async () => {
    const member = await createMember();
    const hosted = await upload(member, "video", sample);
    const { post } = (await submit(member, hosted.secure_url, "video")).read(newPostAnswer);
    expect(post).toMatchObject({ mediaType: "video", width: 64, height: 96 });
    expect(await isServed(post.thumbnail)).toBe(true);
  });

  test("makes one post of an upload submitted ten times at once", async () => {
    const member = await createMember();
    const { secure_url } = await upload(member, "image", await photo());
    const replies = await Promise.all(Array.from({ length: 10 }, () => submit(member, secure_url)));
    const ids = new Set(replies.map((reply) => reply.read(newPostAnswer).post._id));
    expect(ids.size).toBe(1);
    expect(await db().post.count({ where: { authorId: member.id } })).toBe(1);
  });

  test("rejects another person's upload, a foreign URL and a missing file", async () => {
    const [member, other] = [await createMember(), await createMember()];
    const { secure_url, public_id } = await upload(member, "image", await photo());
    for (const url of [
      secure_url,
      "https://evil.example/image/upload/campus-circle/6f1b7c3e-2f7d-4c58-9d0b-0a7c1e7d5b11.jpg",
      "http://169.254.169.254/latest/meta-data",
      `${secure_url}?x=1`,
      "javascript:alert(1)",
    ]) {
      expect(await submit(other, url)).toMatchObject({ status: 400, error: "validation" });
    }
    const missing = secure_url.replace(public_id, `campus-circle/${randomUUID()}`);
    expect(await submit(other, missing)).toMatchObject({ status: 410, error: "upload_gone" });
    expect(await db().post.count({ where: { authorId: other.id } })).toBe(0);
  });

  test("rejects a type that is not the file's", async () => {
    const member = await createMember();
    const { secure_url } = await upload(member, "image", await photo());
    expect(await submit(member, secure_url, "video")).toMatchObject({ status: 400 });
    expect(await submit(member, secure_url.replace("/image/", "/video/"), "video")).toMatchObject({
      status: 400,
    });
  });

  test("rejects an upload that was allowed but never sent", async () => {
    const member = await createMember();
    await api.post("/upload/signature", { token: member.token, body: { mediaType: "image" } });
    const asset = await db().mediaAsset.findFirstOrThrow({ where: { ownerId: member.id } });
    const url = `http://localhost:3000/media/image/upload/${asset.publicId}.jpg`;
    expect(await submit(member, url)).toMatchObject({ status: 410, error: "upload_gone" });
  });

  test("limits a person's unused uploads", async () => {
    const { token, id } = await createMember();
    const requestSignature = (mediaType: MediaType) =>
      api.post("/upload/signature", { token, body: { mediaType } });
    expect(await requestSignature("video")).toMatchObject({ status: 200 });
    await db().mediaAsset.updateMany({ where: { ownerId: id }, data: { bytes: 1024 ** 3 + 1 } });
    for (const reply of [
      await requestSignature("image"),
      await sendPicture({ token } as Member, await photo()),
    ]) {
      expect(reply).toMatchObject({ status: 429, error: "rate_limited" });
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(7_000);
    }
    await db().mediaAsset.updateMany({ where: { ownerId: id }, data: { bytes: 0 } });
    for (let count = 1; count < 100; count++) await createAsset({ id });
    expect(await requestSignature("image")).toMatchObject({ status: 429 });
    await db().mediaAsset.updateMany({ where: { ownerId: id }, data: { attachedAt: new Date() } });
    expect(await requestSignature("image")).toMatchObject({ status: 200 });
  });

  test("signs only pictures and videos, and only for members", async () => {
    const { token } = await createMember();
    for (const body of [
      {},
      { mediaType: "audio" },
      { mediaType: { contains: "i" } },
      { mediaType: "image", publicId: "x" },
    ]) {
      expect(await api.post("/upload/signature", { token, body })).toMatchObject({ status: 400 });
    }
    expect(await api.post("/upload/signature", { body: { mediaType: "image" } })).toMatchObject({
      status: 401,
    });
    expect(await api.post("/upload/avatar", { body: new FormData() })).toMatchObject({ status: 401 });
  });
});

test("no post waits for another that is being withheld or counted", async () => {
  const [author, other] = [await createMember(), await createMember()];
  const withheld = await createPost({ author });
  const total = async () => (await db().tally.findUniqueOrThrow({ where: { name: "posts" } })).value;
  const before = await total();
  let commit = () => {};
  const end = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const underway = transaction(async (tx) => {
    await withholdPost(tx, withheld.id, null);
    await adjustPostCounts(tx, author.id, 1);
    await end;
  });
  const { secure_url } = await upload(other, "image", await photo());
  expect(await submit(other, secure_url)).toMatchObject({ status: 201 });
  expect(await total()).toBe(before + 1);
  commit();
  await underway;
  expect(await total()).toBe(before + 1);
});

describe("posting a card", () => {
  const post = async (member: Member, body: object) =>
    api.post("/upload/pre-calculated", {
      token: member.token,
      body: { mediaType: "image", cloudinaryUrl: addressOf(await createAsset(member)), ...body },
    });
  const read = async (member: Member, postId: string) =>
    (await api.get(`/posts/${postId}`, { token: member.token })).read(postAnswer).post;

  test("says on every post whether it is one, and on which background", async () => {
    const [member, reader] = [await createMember(), await createMember()];
    const card = { kind: "card", background: "marigold" };
    const words = { caption: "Chai? #chai", altText: "Chai? #chai", ...card };
    const { post: made } = (await post(member, words)).read(newPostAnswer);
    expect(made).toMatchObject({ ...card, caption: "Chai? #chai", hashtags: ["chai"], mediaType: "image" });
    expect(await read(reader, made._id)).toMatchObject(card);
    const { posts } = (await api.get("/posts", { token: reader.token })).read(feedAnswer);
    expect(posts.find(({ _id }) => _id === made._id)).toMatchObject(card);
    const { post: usual } = (await post(member, { caption: "Chai?" })).read(newPostAnswer);
    expect(usual).not.toHaveProperty("kind");
    const { post: plain } = (await post(member, { caption: "Chai?", kind: "card" })).read(newPostAnswer);
    expect(plain).toMatchObject({ kind: "card", background: "blue" });
  });

  test("is rejected without words, with too many, and on a background that there is not", async () => {
    const member = await createMember();
    const card = { kind: "card", background: "leaf" };
    for (const body of [
      { caption: " ", ...card },
      { caption: "a".repeat(281), ...card },
      { caption: "Chai?", kind: "card", background: "plaid" },
      { caption: "Chai?", kind: "poster" },
    ])
      expect(await post(member, body)).toMatchObject({ status: 400, error: "validation" });
    expect(await db().post.count({ where: { authorId: member.id } })).toBe(0);
  });

  test("it is described by its caption, also when that is changed to one that fits", async () => {
    const member = await createMember();
    const words = { caption: "Chai?", altText: "Chai?", kind: "card", background: "leaf" };
    const { post: made } = (await post(member, words)).read(newPostAnswer);
    const change = (caption: string) =>
      api.put(`/posts/${made._id}`, { token: member.token, body: { caption } });
    expect((await change("Coffee?")).read(postAnswer).post).toMatchObject({
      caption: "Coffee?",
      altText: "Coffee?",
      kind: "card",
      background: "leaf",
    });
    for (const caption of ["", "a".repeat(281)])
      expect(await change(caption)).toMatchObject({ status: 400, error: "validation" });
    expect(await read(member, made._id)).toMatchObject({ caption: "Coffee?", altText: "Coffee?" });
  });

  test("its words as they are now go with it into notifications and messages", async () => {
    const [member, friend] = [await createMember(), await createMember()];
    const conversation = await createConversation(member, friend);
    const words = { caption: "The exam is at 9:00", kind: "card", background: "leaf" };
    const { post: made } = (await post(member, words)).read(newPostAnswer);
    await api.post(`/posts/${made._id}/like`, { token: friend.token });
    await api.post(`/conversations/${conversation}/messages`, {
      token: friend.token,
      body: { postId: made._id, clientId: randomUUID() },
    });
    const change = { token: member.token, body: { caption: "The exam is at 14:00" } };
    expect(await api.put(`/posts/${made._id}`, change)).toMatchObject({ status: 200 });
    const { token } = member;
    const { notifications } = (await api.get("/notifications", { token })).read(notificationsAnswer);
    expect(notifications[0]?.postId?.card).toEqual({ text: "The exam is at 14:00", background: "leaf" });
    const log = await api.get(`/conversations/${conversation}/messages`, { token });
    expect(log.read(messagesAnswer).messages[0]?.post).toMatchObject({
      caption: "The exam is at 14:00",
      background: "leaf",
    });
  });
});

describe("posting several media", () => {
  const uploadOf = ({ secure_url, resource_type }: Awaited<ReturnType<typeof upload>>, altText = "") => ({
    cloudinaryUrl: secure_url,
    mediaType: resource_type,
    altText,
  });
  const submitAll = (member: Member, media: object[], caption = "") =>
    api.post("/upload/pre-calculated", { token: member.token, body: { caption, media } });
  const createAssets = (member: Member, count: number) =>
    Promise.all(Array.from({ length: count }, () => createAsset(member)));
  const uploadPhotos = async (member: Member, count: number) => {
    const photos = [];
    for (let i = 0; i < count; i++) photos.push(uploadOf(await upload(member, "image", await photo())));
    return photos;
  };

  test("publishes them in order, the first as the post's own", async () => {
    const member = await createMember();
    const media = [
      uploadOf(await upload(member, "image", await photo("#f00", 900, 600)), "A roof"),
      uploadOf(await upload(member, "video", sample), "A video"),
      uploadOf(await upload(member, "image", await photo("#00f", 300, 500))),
    ];
    const { post } = (await submitAll(member, media)).read(newPostAnswer);
    expect(post).toMatchObject({ mediaUrl: media[0]?.cloudinaryUrl, width: 900, altText: "A roof" });
    expect(post.media).toMatchObject([
      { mediaUrl: media[0]?.cloudinaryUrl, mediaType: "image", width: 900, height: 600, altText: "A roof" },
      { mediaUrl: media[1]?.cloudinaryUrl, mediaType: "video", width: 64, height: 96, altText: "A video" },
      { mediaUrl: media[2]?.cloudinaryUrl, mediaType: "image", width: 300, height: 500, altText: "" },
    ]);
    for (const { thumbnail } of mediaOf(post)) expect(await isServed(thumbnail)).toBe(true);
    const paths = [`/posts/${post._id}`, "/posts", `/users/${member.id}/posts`];
    for (const path of paths) {
      const { body } = await api.get(path, { token: member.token });
      const read = (body as { post?: Post; posts?: Post[] }).post ?? (body as { posts: Post[] }).posts[0];
      expect(read?.media).toEqual(post.media);
    }
  });

  test("looks them up and confirms them in a statement each, and describes them in one", async () => {
    const member = await createMember();
    const media = await uploadPhotos(member, 3);
    const statements: string[] = [];
    traceQueries((statement) => {
      statements.push(statement);
      return () => undefined;
    });
    const { post } = (await submitAll(member, media)).read(newPostAnswer);
    const altTexts = media.map((_, place) => `Photo ${place}`);
    const put = { token: member.token, body: { caption: "Described", altTexts } };
    const changed = (await api.put(`/posts/${post._id}`, put)).read(postAnswer);
    traceQueries(() => () => undefined);
    expect(mediaOf(changed.post).map(({ altText }) => altText)).toEqual(altTexts);
    const count = (pattern: RegExp) => statements.filter((statement) => pattern.test(statement)).length;
    expect(count(/^SELECT "public"."media_assets"."id"/)).toBe(1);
    expect(count(/^ UPDATE media_assets a SET format/)).toBe(1);
    expect(count(/^ UPDATE post_media/)).toBe(1);
    expect(count(/^UPDATE "public"."post_media"/)).toBe(0);
  });

  test("says nothing of several for a single one", async () => {
    const member = await createMember();
    const { post } = (await submitAll(member, await uploadPhotos(member, 1))).read(newPostAnswer);
    expect(post).not.toHaveProperty("media");
    expect(mediaOf(post)).toMatchObject([{ mediaUrl: post.mediaUrl, width: 900 }]);
  });

  test("sent again returns the same post, but only for the same media", async () => {
    const member = await createMember();
    const media = await uploadPhotos(member, 3);
    const replies = await Promise.all(Array.from({ length: 5 }, () => submitAll(member, media)));
    expect(new Set(replies.map((reply) => reply.read(newPostAnswer).post._id)).size).toBe(1);
    const [first = {}, second = {}, third = {}] = media;
    for (const others of [
      [first],
      [second],
      [first, third, second],
      [third, first, second],
      [...media].reverse(),
    ]) {
      expect(await submitAll(member, others)).toMatchObject({ status: 410, error: "upload_gone" });
    }
    expect(await db().post.count({ where: { authorId: member.id } })).toBe(1);
  });

  test("rejects one file twice, whatever its address, and leaves it unused", async () => {
    const member = await createMember();
    const [first, second] = await uploadPhotos(member, 2);
    const address = first?.cloudinaryUrl ?? "";
    const again = { ...first, cloudinaryUrl: address.replace("/upload/", "/upload/v1/") };
    for (const media of [
      [first, first],
      [first, second, again],
    ]) {
      expect(await submitAll(member, media as object[])).toMatchObject({ status: 400 });
    }
    expect(await db().mediaAsset.count({ where: { ownerId: member.id, attachedAt: null } })).toBe(2);
  });

  test("publishes all or none: another's upload among them changes nothing", async () => {
    const [member, other] = [await createMember(), await createMember()];
    const [own] = await uploadPhotos(member, 1);
    const [theirs] = await uploadPhotos(other, 1);
    const posted = await createPost({ author: member });
    const taken = await db().mediaAsset.findUniqueOrThrow({ where: { id: posted.assetId } });
    const used = { cloudinaryUrl: addressOf(taken), mediaType: "image" };
    for (const [stranger, status] of [
      [theirs, 400],
      [used, 410],
      [{ ...own, mediaType: "video" }, 400],
    ] as const) {
      expect(await submitAll(member, [own, stranger] as object[])).toMatchObject({ status });
    }
    expect(await db().post.count({ where: { authorId: member.id } })).toBe(1);
    const unused = { ownerId: { in: [member.id, other.id] }, attachedAt: null };
    expect(await db().mediaAsset.count({ where: unused })).toBe(2);
    expect(await submitAll(member, [own] as object[])).toMatchObject({ status: 201 });
  });

  test("gives a file to one of two posts that ask for it at once", async () => {
    const member = await createMember();
    for (let round = 0; round < 4; round++) {
      const [shared, mine, yours] = (await createAssets(member, 3)).map((asset) => ({
        cloudinaryUrl: addressOf(asset),
        mediaType: "image",
      }));
      const { replies } = await transaction(async (tx) => {
        // Both requests have read the uploads by the time this lock is released.
        await lockUsers(tx, [member.id]);
        const replies = [
          submitAll(member, [mine, shared] as object[]),
          submitAll(member, [yours, shared] as object[]),
        ];
        await new Promise((resolve) => setTimeout(resolve, 300));
        return { replies };
      });
      expect((await Promise.all(replies)).map(({ status }) => status).sort()).toEqual([201, 410]);
    }
    const posts = await db().post.findMany({ where: { authorId: member.id }, include: { media: true } });
    expect(posts.map(({ media }) => media.length)).toEqual([2, 2, 2, 2]);
  });

  test("are deleted together, and come back together within the time to undo", async () => {
    const member = await createMember();
    const media = await uploadPhotos(member, 3);
    const { post } = (await submitAll(member, media)).read(newPostAnswer);
    await api.delete(`/posts/${post._id}`, { token: member.token });
    await sweepDeletedPosts();
    const restored = await api.put(`/posts/${post._id}/restore`, { token: member.token });
    expect(restored.read(postAnswer).post.media).toEqual(post.media);
    await api.delete(`/posts/${post._id}`, { token: member.token });
    await db().sql`UPDATE posts SET deleted_at = deleted_at - interval '31 seconds'`;
    await Promise.all([sweepDeletedPosts(), sweepDeletedPosts()]);
    expect(await db().post.findUnique({ where: { id: post._id } })).toBeNull();
    expect(await db().mediaAsset.count({ where: { ownerId: member.id } })).toBe(0);
    await sweepMedia();
    for (const { cloudinaryUrl } of media) expect(await isServed(cloudinaryUrl)).toBe(false);
  });
});

describe("an avatar or banner", () => {
  const setAvatar = (member: Member, avatar: string) =>
    api.put(`/users/${member.id}`, { token: member.token, body: { avatar } });

  test("is resized, and replacing it destroys the previous one", async () => {
    const member = await createMember();
    const first = (await sendPicture(member, await photo("#ff0000", 1200, 800))).read(avatarAnswer).imageUrl;
    const bytes = Buffer.from(
      await (await GET(new Request(first), { params: Promise.resolve({}) })).arrayBuffer(),
    );
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 500, height: 333 });
    expect(await setAvatar(member, first)).toMatchObject({ status: 200, body: { user: { avatar: first } } });
    expect(await setAvatar(member, first)).toMatchObject({ status: 200, body: { user: { avatar: first } } });

    const second = (await sendPicture(member, await photo("#00ff00", 500, 500), "avatar")).read(
      avatarAnswer,
    ).imageUrl;
    expect(await setAvatar(member, second)).toMatchObject({
      status: 200,
      body: { user: { avatar: second } },
    });
    expect(await isServed(first)).toBe(true);
    await sweepMedia();
    expect(await isServed(first)).toBe(false);
    expect(await isServed(second)).toBe(true);

    expect(await setAvatar(member, "")).toMatchObject({ status: 200, body: { user: { avatar: "" } } });
    await sweepMedia();
    expect(await isServed(second)).toBe(false);
    expect(await db().mediaAsset.count({ where: { ownerId: member.id } })).toBe(0);
  });

  test("that was reported stays for moderators when it is replaced, for 30 days", async () => {
    const [member, reporter] = [await createMember(), await createMember()];
    const send = async () => (await sendPicture(member, await photo())).read(avatarAnswer).imageUrl;
    const [reported, later] = [await send(), await send()];
    await setAvatar(member, reported);
    const body = { subject: "person", subjectId: member.id, reason: "impersonation" };
    await api.post("/reports", { token: reporter.token, body });
    await setAvatar(member, later);
    await sweepRemoved();
    await sweepMedia();
    expect(await isServed(reported)).toBe(false);
    const stored = () => findAsset({ publicId: parseMediaUrl(reported)?.publicId ?? "", mediaType: "image" });
    expect(await stored()).not.toBeNull();
    // What no case shows goes at once.
    await setAvatar(member, "");
    await sweepMedia();
    expect(await isServed(later)).toBe(false);
    // Files of an open case stay.
    const personId = member.id;
    await db().moderationCase.updateMany({ where: { personId }, data: { closedAt: new Date() } });
    await db().mediaAsset.updateMany({
      where: { ownerId: member.id },
      data: { attachedAt: ago(31, "days") },
    });
    await sweepRemoved();
    await sweepMedia();
    expect(await stored()).toBeNull();
  });

  test("fits 1500 by 500 as a banner", async () => {
    const member = await createMember();
    const { imageUrl } = (await sendPicture(member, await photo("#00ff00", 3000, 900), "banner")).read(
      avatarAnswer,
    );
    const bytes = Buffer.from(
      await (await GET(new Request(imageUrl), { params: Promise.resolve({}) })).arrayBuffer(),
    );
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1500, height: 450 });
  });

  test("can't be another person's picture, or one from another site", async () => {
    const [member, other] = [await createMember(), await createMember()];
    const { imageUrl } = (await sendPicture(member, await photo())).read(avatarAnswer);
    for (const url of [imageUrl, "https://example.com/me.png", "data:image/png;base64,AAAA"]) {
      expect(await setAvatar(other, url)).toMatchObject({ status: 400, error: "validation" });
    }
    expect(await setAvatar(member, imageUrl)).toMatchObject({ status: 200 });
  });

  test("can't be used for a post and a profile at the same time", async () => {
    for (let round = 0; round < 4; round++) {
      const member = await createMember();
      const { secure_url, public_id } = await upload(member, "image", await photo());
      const { submissions } = await transaction(async (tx) => {
        // Both requests have read the upload by the time this lock is released.
        await lockUsers(tx, [member.id]);
        const submissions = [submit(member, secure_url), setAvatar(member, secure_url)];
        await new Promise((resolve) => setTimeout(resolve, 500));
        return { submissions };
      });
      const statuses = (await Promise.all(submissions)).map(({ status }) => status);
      expect([
        [201, 400],
        [410, 200],
      ]).toContainEqual(statuses);
      const isPost = statuses[0] === 201;
      expect(await db().post.count({ where: { authorId: member.id } })).toBe(isPost ? 1 : 0);
      expect(await db().mediaAsset.findUniqueOrThrow({ where: { publicId: public_id } })).toMatchObject({
        purpose: isPost ? "post" : "avatar",
        attachedAt: expect.any(Date),
      });
    }
  });

  test("can't be the picture of a post", async () => {
    const member = await createMember();
    const { secure_url } = await upload(member, "image", await photo());
    await submit(member, secure_url);
    expect(await setAvatar(member, secure_url)).toMatchObject({ status: 400 });
  });

  test.each([
    ["no file", Buffer.alloc(0), 400],
    ["a drawing that can contain scripts", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), 415],
    ["a video", sample, 415],
    ["a damaged picture", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(900)]), 400],
    ["more than 5 MB", Buffer.alloc(5 * 1024 ** 2 + 1), 413],
  ])("rejects %s", async (_, bytes, status) => {
    expect(await sendPicture(await createMember(), bytes)).toMatchObject({ status });
  });

  test("takes its turn: one person's pile delays no one, and what is rejected is not counted", async () => {
    const [one, other] = [await createMember(), await createMember()];
    setLimit("upload", 6, 1_800);
    const large = await photo("#3046e6", 2_000, 2_000);
    const order: string[] = [];
    const send = async (member: Member, name: string, bytes: Buffer) => {
      const reply = await sendPicture(member, bytes);
      order.push(name);
      return reply;
    };
    const pile = Array.from({ length: 6 }, (_, number) => send(one, `pile ${number}`, large));
    await Promise.any(pile);
    await send(other, "other", await photo());
    const statuses = (await Promise.all(pile)).map(({ status }) => status);
    const accepted = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(accepted).toBeGreaterThanOrEqual(3);
    const stored = (reply: string) => reply.startsWith("pile") && statuses[Number(reply.slice(5))] === 200;
    // At most two of the others were ready before.
    expect(order.slice(0, order.indexOf("other")).filter(stored).length).toBeLessThanOrEqual(2);
    expect(await db().mediaAsset.count({ where: { ownerId: one.id } })).toBe(accepted);
    expect(await secondsOverLimit("upload", one.id)).toBe(0);
    resetLimit("upload");
  });

  test("is rejected before any work when too much is unused", async () => {
    const member = await createMember();
    const asset = await createAsset(member);
    await db().mediaAsset.update({ where: { id: asset.id }, data: { bytes: 2 * 1024 ** 3 - 1 } });
    expect(await sendPicture(member, await photo())).toMatchObject({ status: 429 });
    expect(await db().mediaAsset.count({ where: { ownerId: member.id } })).toBe(1);
  });

  test("requires a known type and a form as the body", async () => {
    const member = await createMember();
    expect(await sendPicture(member, await photo(), "cover")).toMatchObject({ status: 400 });
    expect(await api.post("/upload/avatar", { token: member.token, body: {} })).toMatchObject({
      status: 415,
    });
  });
});

describe("an unused file", () => {
  test("is destroyed after two hours, and not before", async () => {
    const member = await createMember();
    const [recent, expired] = [
      await upload(member, "image", await photo()),
      await upload(member, "image", await photo()),
    ];
    const posted = await upload(member, "image", await photo());
    await submit(member, posted.secure_url);
    await db().sql`
      UPDATE media_assets SET created_at = now() - interval '121 minutes'
      WHERE public_id = ANY(${[expired.public_id, posted.public_id]})`;
    await sweepMedia();
    expect(await isServed(recent.secure_url)).toBe(true);
    expect(await isServed(posted.secure_url)).toBe(true);
    expect(await isServed(expired.secure_url)).toBe(false);
    expect(await submit(member, expired.secure_url)).toMatchObject({ status: 410, error: "upload_gone" });
  });

  test("is destroyed once with its post, however many sweeps run", async () => {
    const member = await createMember();
    const { secure_url, public_id } = await upload(member, "image", await photo());
    const { post } = (await submit(member, secure_url)).read(newPostAnswer);
    expect(await api.delete(`/posts/${post._id}`, { token: member.token })).toMatchObject({ status: 200 });
    await db().sql`UPDATE posts SET deleted_at = deleted_at - interval '31 seconds'`;
    await Promise.all([sweepDeletedPosts(), sweepDeletedPosts()]);
    const tallies = await Promise.all([sweepMedia(), sweepMedia(), sweepMedia()]);
    expect(tallies.reduce((sum, { destroyed }) => sum + destroyed, 0)).toBe(1);
    expect(await findAsset({ publicId: public_id, mediaType: "image" })).toBeNull();
    expect(await db().mediaDeletion.count()).toBe(0);
  });

  test("is retried with backoff when the media host fails", async () => {
    const { mediaHost } = await import("@/lib/platform/media");
    const destroy = jest.spyOn(mediaHost(), "destroy").mockRejectedValue(new Error("away"));
    await enqueueMediaDeletion(db(), `campus-circle/${randomUUID()}`, "image");
    expect(await sweepMedia()).toEqual({ destroyed: 0, failed: 1 });
    expect(await sweepMedia()).toEqual({ destroyed: 0, failed: 0 });
    const waits: number[] = [];
    // A second ago, because a column of milliseconds rounds now() to what may be after now().
    for (let round = 0; round < 3; round++) {
      await db().sql`UPDATE media_deletions SET next_attempt_at = now() - interval '1 second'`;
      await sweepMedia();
      const [row] = await db().sql<{ wait: number }>`
        SELECT extract(epoch FROM next_attempt_at - now())::float AS wait FROM media_deletions`;
      waits.push(Math.round(row?.wait ?? 0));
    }
    expect(waits).toEqual([20, 40, 80]);
    destroy.mockRestore();
    await db().sql`UPDATE media_deletions SET next_attempt_at = now() - interval '1 second'`;
    expect(await sweepMedia()).toEqual({ destroyed: 1, failed: 0 });
  });
});

describe("media of the demo data", () => {
  test("is stored once, however often it is imported", async () => {
    const target = {
      ownerId: randomUUID(),
      publicId: `campus-circle/${randomUUID()}`,
      purpose: "avatar" as const,
    };
    const first = await importPicture(join(MEDIA_FOLDER, "avatars/aarav.webp"), target);
    const again = await importPicture("no such file", target);
    expect(first).toMatchObject({ ...target, mediaType: "image", format: "webp", width: 500, height: 500 });
    expect(again).toMatchObject({ bytes: first.bytes, placeholder: first.placeholder });
    const [video, poster] = ["waves.mp4", "waves.jpg"].map((name) => readFileSync(join(MEDIA_FOLDER, name)));
    const imported = await importVideo(video ?? Buffer.of(), poster ?? Buffer.of(), {
      ownerId: target.ownerId,
      publicId: `campus-circle/${randomUUID()}`,
    });
    expect(imported).toMatchObject({
      mediaType: "video",
      format: "mp4",
      width: 720,
      height: 900,
      duration: 5,
    });
  });
});

describe("with Cloudinary as the host", () => {
  type Answer = { status: number; body: unknown };
  let answers: (() => Answer | Promise<Answer>)[] = [];
  let calls: string[] = [];
  /** What the host says of a video's still picture; undefined in tests of pictures. */
  let poster: Answer | undefined;
  afterEach(() => {
    poster = undefined;
  });
  const server = createServer(async (request, response) => {
    calls.push(`${request.method} ${request.url}`);
    const isPoster = poster && /\/(resources\/image|image\/destroy)/.test(request.url ?? "");
    const answer = isPoster ? poster : await answers.shift()?.();
    const { status, body } = answer ?? { status: 500, body: {} };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    process.env.CLOUDINARY_URL = `cloudinary://key:secret@demo?upload_prefix=http://127.0.0.1:${port}`;
    resetEnvForTests();
  });
  afterAll(async () => {
    delete process.env.CLOUDINARY_URL;
    resetEnvForTests();
    await new Promise((resolve) => server.close(resolve));
  });

  test("a failing host leaves nothing half done, and a retry succeeds", async () => {
    const member = await createMember();
    const reply = await api.post("/upload/signature", { token: member.token, body: { mediaType: "image" } });
    const { uploadUrl, fields } = reply.read(uploadSignatureAnswer);
    expect(uploadUrl).toMatch(/\/v1_1\/demo\/image\/upload$/);
    const url = `https://res.cloudinary.com/demo/image/upload/v17/${fields.folder}/${fields.public_id}.jpg`;
    const body = { caption: "", mediaType: "image", cloudinaryUrl: url, visibility: "everyone" };
    const publish = () => api.post("/upload/pre-calculated", { token: member.token, body, mayFail: true });

    answers = [() => ({ status: 503, body: {} })];
    expect(await publish()).toMatchObject({ status: 502, error: "provider_failed" });
    answers = [() => ({ status: 404, body: { error: { message: "Resource not found" } } })];
    expect(await publish()).toMatchObject({ status: 410 });
    expect(await db().post.count({ where: { authorId: member.id } })).toBe(0);

    answers = [() => ({ status: 200, body: { format: "jpg", width: 800, height: 600, bytes: 9 } })];
    const { post } = (await publish()).read(newPostAnswer);
    expect(post).toMatchObject({ width: 800, height: 600 });
    expect(post.mediaUrl).toBe(url.replace("v17/", "c_limit,q_auto,w_2048/"));
    expect(post.thumbnail).toBe(post.mediaUrl);

    answers = [];
    expect(await sendPicture(member, await photo()).catch((error: Error) => error.message)).toMatch(
      /The server failed/,
    );
    // The row of a picture that never arrived is swept like any unused upload.
    expect(await db().mediaAsset.count({ where: { ownerId: member.id, attachedAt: null } })).toBe(1);
  });

  const stored = (more: object = {}) => ({
    status: 200,
    body: { format: "mp4", width: 720, height: 900, bytes: 9, duration: 6, ...more },
  });

  test("a video is only ever delivered transcoded, never as the original", async () => {
    const [member, friend] = [await createMember(), await createMember()];
    const reply = await api.post("/upload/signature", { token: member.token, body: { mediaType: "video" } });
    const { fields } = reply.read(uploadSignatureAnswer);
    const original = `https://res.cloudinary.com/demo/video/upload/v17/${fields.folder}/${fields.public_id}.mov`;
    const body = { caption: "A #video", mediaType: "video", cloudinaryUrl: original, visibility: "public" };
    poster = { status: 404, body: { error: { message: "Resource not found" } } };
    answers = [
      () => stored({ video_metadata: { location: "+26.2183+078.1828/" } }),
      () => stored({ duration: 182 }),
      () => stored({ duration: 180.4 }),
    ];
    const publish = () => api.post("/upload/pre-calculated", { token: member.token, body });
    expect(await publish()).toMatchObject({ status: 400 });
    expect(await publish()).toMatchObject({
      status: 413,
      body: { message: "That video is longer than 3 minutes. Please choose a shorter one." },
    });
    const published = await publish();
    const { post } = published.read(newPostAnswer);
    const { token } = friend;
    const liked = await api.post(`/posts/${post._id}/like`, { token, body: { liked: true } });
    expect(liked).toMatchObject({ status: 200 });
    const texts = [
      published,
      await api.get("/posts", { token }),
      await api.get(`/posts/${post._id}`, { token }),
      await api.get(`/users/${member.id}/posts`, { token }),
      await api.get("/notifications", { token: member.token }),
    ].map((answer) => JSON.stringify(answer.body));
    const addresses = texts.flatMap((text) => text.match(/https?:[^"]+\/video\/upload\/[^"]+/g) ?? []);
    for (const text of texts) expect(text).toContain(fields.public_id);
    expect(addresses.length).toBeGreaterThanOrEqual(2 * texts.length);
    for (const address of addresses) {
      expect(address).toMatch(
        /\/video\/upload\/(q_auto,vc_h264\/.+\.mp4|c_limit,q_auto,so_0,w_1080\/.+\.jpg)$/,
      );
    }
  });

  test("a video shows the still picture that was uploaded with it", async () => {
    const member = await createMember();
    const reply = await api.post("/upload/signature", { token: member.token, body: { mediaType: "video" } });
    const { fields, poster: ticket } = reply.read(uploadSignatureAnswer);
    expect(ticket?.uploadUrl).toMatch(/\/v1_1\/demo\/image\/upload$/);
    expect(ticket?.fields).toMatchObject({
      public_id: fields.public_id,
      transformation: "if_ar_lt_0.5/c_limit,w_1080/if_else/c_limit,h_2048,w_2048/if_end",
    });
    const address = `https://res.cloudinary.com/demo/video/upload/v17/${fields.folder}/${fields.public_id}.mp4`;
    const still = { format: "jpg", width: 720, height: 900, bytes: 9, colors: [["#FF0000", 50]] };
    const publish = () =>
      api.post("/upload/pre-calculated", {
        token: member.token,
        body: { mediaType: "video", cloudinaryUrl: address },
      });
    poster = { status: 200, body: { ...still, image_metadata: { GPSLatitude: "26 deg" } } };
    answers = [() => stored(), () => stored()];
    expect(await publish()).toMatchObject({ status: 400 });
    poster = { status: 200, body: still };
    const { post } = (await publish()).read(newPostAnswer);
    expect(post.thumbnail).toBe(
      `https://res.cloudinary.com/demo/image/upload/c_limit,q_auto,w_1080/${fields.folder}/${fields.public_id}.jpg`,
    );
    expect(post.placeholder).toMatch(/^data:image\/webp/);
    const { body } = await api.get(`/users/${member.id}/posts`, { token: member.token });
    expect((body as { posts: Post[] }).posts[0]?.thumbnail).toBe(post.thumbnail);
  });

  test("no user is locked during a call to the host", async () => {
    const member = await createMember();
    const reply = await api.post("/upload/signature", { token: member.token, body: { mediaType: "image" } });
    const { fields } = reply.read(uploadSignatureAnswer);
    const avatar = `https://res.cloudinary.com/demo/image/upload/${fields.folder}/${fields.public_id}.jpg`;
    const free = jest.fn();
    answers = [
      async () => {
        free(await db().sql`SELECT 1 FROM users WHERE id = ${member.id}::uuid FOR UPDATE NOWAIT`);
        return stored({ format: "jpg" });
      },
    ];
    const changed = await api.put(`/users/${member.id}`, { token: member.token, body: { avatar } });
    expect(changed).toMatchObject({ status: 200 });
    expect(free).toHaveBeenCalledTimes(1);
  });

  test("a file is destroyed once more after the last possible upload", async () => {
    calls = [];
    const destroyed = () => ({ status: 200, body: { result: "ok" } });
    poster = destroyed();
    await db().sql`TRUNCATE media_deletions`;
    await enqueueMediaDeletion(db(), `campus-circle/${randomUUID()}`, "video");
    answers = [destroyed, destroyed];
    expect(await sweepMedia()).toEqual({ destroyed: 1, failed: 0 });
    expect(await sweepMedia()).toEqual({ destroyed: 0, failed: 0 });
    const [row] = await db().sql<{ wait: number }>`
      SELECT extract(epoch FROM next_attempt_at - now())::float AS wait FROM media_deletions`;
    expect(row?.wait).toBeGreaterThan(3_600);
    await db().sql`
      UPDATE media_deletions SET created_at = now() - interval '2 hours', next_attempt_at = now() - interval '1 second'`;
    answers = [destroyed, destroyed];
    expect(await sweepMedia()).toEqual({ destroyed: 1, failed: 0 });
    expect(await db().mediaDeletion.count()).toBe(0);
    const [video, still] = ["POST /v1_1/demo/video/destroy", "POST /v1_1/demo/image/destroy"];
    const all = [video, video, still, still];
    expect(calls).toEqual([...all, ...all]);
  });
});
