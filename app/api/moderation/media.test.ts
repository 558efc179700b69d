import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { GET as openFile } from "@/app/api/moderation/cases/[caseId]/media/[mediaId]/route";
import { GET } from "@/app/media/[type]/upload/[...file]/route";
import { finishWork } from "@/lib/platform/after-response";
import { db } from "@/lib/platform/db";
import { deliveryUrl, mediaHost } from "@/lib/platform/media";
import { AVATAR_PICTURE, POST_PICTURE, processOwnPicture } from "@/lib/platform/media/picture";
import { sweepDeletedPosts } from "@/lib/posts/server/delete";
import { posterUrl, sizedImageUrl } from "@/lib/text/media-url";
import { sweepMedia } from "@/lib/uploads/server/sweep";
import { syncHost } from "@/lib/uploads/server/withhold";
import { api } from "@/tests/api";
import { createAsset, createMember, createPost, createStaff, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);

const sample = readFileSync(join(process.cwd(), "lib/platform/media/fixtures/located.mp4"));
const picture = async (shape = POST_PICTURE) =>
  processOwnPicture(
    await sharp({ create: { width: 700, height: 500, channels: 3, background: "#3046e6" } })
      .jpeg()
      .toBuffer(),
    shape,
  );

/** A stored picture of a member. */
async function storedPicture(owner: Member, shape = POST_PICTURE) {
  const asset = await createAsset(owner, { attached: true });
  const stored = await mediaHost().storePicture(asset.publicId, await picture(shape));
  return db().mediaAsset.update({ where: { id: asset.id }, data: stored });
}

/** A post with a picture and a video, and every address of its files. */
async function storedPost(author: Member) {
  const [first, second] = [await storedPicture(author), await createAsset(author, { attached: true })];
  const poster = (await picture()).master;
  const hosted = await mediaHost().storeVideo(second.publicId, sample, poster);
  const video = await db().mediaAsset.update({
    where: { id: second.id },
    data: { ...hosted, mediaType: "video" },
  });
  const post = await createPost({ author });
  await db().postMedia.deleteMany({ where: { postId: post.id } });
  await db().postMedia.createMany({
    data: [first, video].map(({ id }, position) => ({ postId: post.id, position, assetId: id })),
  });
  const [imageUrl, videoUrl] = [deliveryUrl(first), deliveryUrl(video)];
  return {
    id: post.id,
    first,
    video,
    urls: [imageUrl, sizedImageUrl(imageUrl, 320), videoUrl, posterUrl(videoUrl)],
  };
}

const load = async (url: string, headers: Record<string, string> = {}) =>
  (await GET(new Request(url, { headers }), { params: Promise.resolve({}) })).status;
const loadAll = (urls: string[]) => Promise.all(urls.map((url) => load(url)));
const report = (me: Member, subject: string, subjectId: string, reason: string) =>
  api.post("/reports", { token: me.token, body: { subject, subjectId, reason } });
const caseOf = (subjectId: string) => db().moderationCase.findFirstOrThrow({ where: { subjectId } });
/** Status and type of a file as the API answers it. */
async function open(caseId: string, file: { publicId: string }, { token }: { token: string }) {
  const params = { caseId, mediaId: mediaIdOf(file) };
  const url = `http://localhost:3000/api/moderation/cases/${caseId}/media/${params.mediaId}`;
  const request = new Request(url, { headers: { Authorization: `Bearer ${token}` } });
  const response = await openFile(request, { params: Promise.resolve(params) });
  const { length } = Buffer.from(await response.arrayBuffer());
  return [response.status, response.headers.get("content-type"), length > 1_000] as const;
}
const mediaIdOf = ({ publicId }: { publicId: string }) => publicId.split("/")[1];

test.each(["nudity", "private_information"])(
  "the files of a post reported for %s are gone for everyone at once, in all variants, until it is released",
  async (reason) => {
    const author = await createMember();
    const { id, urls, first, video } = await storedPost(author);
    expect(await loadAll(urls)).toEqual([200, 200, 200, 200]);
    await report(await createMember(), "post", id, reason);
    // Nothing waits for the timer that tidies up.
    await finishWork();
    expect(await loadAll(urls)).toEqual([404, 404, 404, 404]);
    expect(await load(urls[2] ?? "", { range: "bytes=0-99" })).toBe(404);
    expect(await load(urls[0] ?? "", { "if-none-match": "*" })).toBe(404);

    const { id: caseId } = await caseOf(id);
    const moderator = await createStaff();
    expect(await open(caseId, first, moderator)).toEqual([200, "image/jpeg", true]);
    expect(await open(caseId, video, moderator)).toEqual([200, "video/mp4", true]);
    expect(await open(caseId, first, author)).toMatchObject({ 0: 404 });
    expect(await open(caseId, await storedPicture(author), moderator)).toMatchObject({ 0: 404 });

    const decide = (path: string, body: object) => api.post(path, { token: moderator.token, body });
    await decide(`/moderation/cases/${caseId}/decision`, { outcome: "removed", reason: "No such pictures." });
    expect(await loadAll(urls)).toEqual([404, 404, 404, 404]);
    const decision = await db().decision.findFirstOrThrow({ where: { caseId } });
    await decide(`/moderation/decisions/${decision.id}/undo`, { reason: "It was a drawing after all." });
    await finishWork();
    expect(await loadAll(urls)).toEqual([200, 200, 200, 200]);
  },
);

test("the files of a reported post go with it when its author deletes it, but not for moderators", async () => {
  const author = await createMember();
  const { id, first, urls } = await storedPost(author);
  await report(await createMember(), "post", id, "spam");
  await api.delete(`/posts/${id}`, { token: author.token });
  await finishWork();
  expect(await loadAll(urls)).toEqual([404, 404, 404, 404]);
  expect(await api.put(`/posts/${id}/restore`, { token: author.token })).toMatchObject({ status: 200 });
  await finishWork();
  expect(await loadAll(urls)).toEqual([200, 200, 200, 200]);
  await api.delete(`/posts/${id}`, { token: author.token });
  await db().sql`UPDATE posts SET deleted_at = now() - interval '1 hour' WHERE id = ${id}::uuid`;
  await sweepDeletedPosts();
  await finishWork();
  expect(await loadAll(urls)).toEqual([404, 404, 404, 404]);
  expect(await open((await caseOf(id)).id, first, await createStaff())).toEqual([200, "image/jpeg", true]);
});

test("files that only a legal hold retains after their account is deleted are for the staff alone", async () => {
  const author = await createMember();
  const { id, first, urls } = await storedPost(author);
  await report(await createMember(), "post", id, "spam");
  const { id: caseId } = await caseOf(id);
  const admin = await createStaff("admin");
  await api.put(`/moderation/cases/${caseId}/hold`, { token: admin.token, body: { held: true } });
  await api.delete(`/auth/users/${author.id}`, { token: author.token });
  await sweepMedia();
  expect(await loadAll(urls)).toEqual([404, 404, 404, 404]);
  expect(await open(caseId, first, admin)).toEqual([200, "image/jpeg", true]);
});

test("the files of a sealed case are for admins alone", async () => {
  const { id, first, urls } = await storedPost(await createMember());
  await report(await createMember(), "post", id, "sexual_under_18");
  await finishWork();
  expect(await loadAll(urls)).toEqual([404, 404, 404, 404]);
  const { id: caseId } = await caseOf(id);
  expect(await open(caseId, first, await createStaff("moderator"))).toMatchObject({ 0: 404 });
  expect(await open(caseId, first, await createStaff("admin"))).toMatchObject({ 0: 200 });
});

test("an avatar that is held or was replaced while a case shows it is gone until it is restored", async () => {
  const person = await createMember();
  const avatar = await storedPicture(person, AVATAR_PICTURE);
  await db().mediaAsset.update({ where: { id: avatar.id }, data: { purpose: "avatar" } });
  await db().user.update({ where: { id: person.id }, data: { avatarId: avatar.publicId } });
  const url = deliveryUrl(avatar);
  await report(await createMember(), "person", person.id, "nudity");
  await finishWork();
  expect(await load(url)).toBe(404);
  const [{ token }, { id: caseId }] = [await createStaff(), await caseOf(person.id)];
  const path = `/moderation/cases/${caseId}`;
  expect(await open(caseId, avatar, { token })).toMatchObject({ 0: 200, 1: "image/webp" });
  await api.post(`${path}/decision`, { token, body: { outcome: "no_violation" } });
  await finishWork();
  expect(await load(url)).toBe(200);
  await api.put(`/users/${person.id}`, { token: person.token, body: { avatar: "" } });
  await finishWork();
  expect(await load(url)).toBe(404);
});

test("the host is notified again when it did not answer", async () => {
  const { id, urls } = await storedPost(await createMember());
  const withhold = jest.spyOn(mediaHost(), "withhold").mockRejectedValue(new Error("The host is away."));
  await report(await createMember(), "post", id, "nudity");
  await finishWork();
  withhold.mockRestore();
  expect(await loadAll(urls)).toEqual([200, 200, 200, 200]);
  const before = new Date(Date.now() - 1_000);
  await db().mediaAsset.updateMany({ where: { hostDueAt: { not: null } }, data: { hostDueAt: before } });
  await syncHost();
  expect(await loadAll(urls)).toEqual([404, 404, 404, 404]);
});
