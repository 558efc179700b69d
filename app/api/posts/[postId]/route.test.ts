import { db } from "@/lib/platform/db";
import { postAnswer, shareAnswer } from "@/lib/posts/schema";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import { createComment, createMember, createMembers, createPost, type Member } from "@/tests/factories";
import { inParallel } from "@/tests/parallel";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
afterEach(async () => {
  expect(await findDrift()).toEqual([]);
});

const NOBODYS = "0190a1b2-aaaa-7bbb-8ccc-1234567890ab";

describe("a caption", () => {
  const change = (me: Member, postId: string, caption: unknown) =>
    api.put(`/posts/${postId}`, { token: me.token, body: { caption } });

  test("is changed by its author, and its tags with it", async () => {
    const me = await createMember();
    const post = await createPost({ author: me, caption: "Old #same #old" });
    const reply = await change(me, post.id, "  New\r\n<b>bold</b> & #Same #नया 🙂 ");
    expect(reply.read(postAnswer).post).toMatchObject({
      caption: "New\n<b>bold</b> & #Same #नया 🙂",
      hashtags: ["same", "नया"],
      createdAt: post.createdAt.toISOString(),
    });
    expect((await change(me, post.id, "")).read(postAnswer).post).toMatchObject({
      caption: "",
      hashtags: [],
    });
  });

  test("of 2,000 characters fits and of 2,001 does not", async () => {
    const me = await createMember();
    const post = await createPost({ author: me });
    expect(await change(me, post.id, "🙂".repeat(2000))).toMatchObject({ status: 200 });
    expect(await change(me, post.id, "a".repeat(2001))).toMatchObject({
      status: 400,
      body: { message: "Please keep the caption to 2,000 characters." },
    });
  });

  test("is nobody else's to change", async () => {
    const [me, other] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ author: other, caption: "Theirs" });
    expect(await change(me, post.id, "Mine")).toMatchObject({ status: 403, error: "forbidden" });
    expect(await change(me, NOBODYS, "Mine")).toMatchObject({ status: 404 });
    expect(await db().post.findUnique({ where: { id: post.id } })).toEqual(post);
  });

  test("changed many times at once with crossing tags ends as one of them", async () => {
    const me = await createMember();
    const posts = await Promise.all([1, 2, 3].map(() => createPost({ author: me })));
    const captions = ["#a #b #c", "#c #b #a", "#b #d", "none", "#d #a"];
    const acts = Array.from({ length: 60 }, (_, i) => () => {
      const post = posts[i % posts.length];
      return change(me, post?.id ?? "", captions[i % captions.length]);
    });
    const replies = await inParallel(acts, 20);
    expect(replies.every((reply) => reply.status === 200)).toBe(true);
  });
});

describe("a post", () => {
  const remove = (me: Member, postId: string) => api.delete(`/posts/${postId}`, { token: me.token });

  test("is deleted by its author with all that hangs on it, its file too", async () => {
    const [me, fan] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ author: me, caption: "Going #away" });
    const asset = await db().mediaAsset.findUniqueOrThrow({ where: { id: post.assetId } });
    await api.post(`/posts/${post.id}/like`, { token: fan.token });
    await createComment({ post, author: fan });
    expect(await remove(me, post.id)).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect(await api.get(`/posts/${post.id}`, { token: me.token })).toMatchObject({ status: 404 });
    const where = { postId: post.id };
    const left = [
      db().like.count({ where }),
      db().comment.count({ where }),
      db().notification.count({ where }),
      db().postHashtag.count({ where }),
    ];
    expect(await Promise.all(left)).toEqual([0, 0, 0, 0]);
    expect(await db().mediaAsset.count({ where: { id: asset.id } })).toBe(0);
    expect(await db().mediaDeletion.count({ where: { publicId: asset.publicId } })).toBe(1);
    expect((await db().user.findUniqueOrThrow({ where: { id: me.id } })).postsCount).toBe(0);
  });

  test("is deleted once", async () => {
    const me = await createMember();
    const post = await createPost({ author: me });
    const replies = await Promise.all(Array.from({ length: 10 }, () => remove(me, post.id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  });

  test("is nobody else's to delete", async () => {
    const [me, other] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ author: other });
    expect(await remove(me, post.id)).toMatchObject({ status: 403, error: "forbidden" });
    expect(await remove(me, NOBODYS)).toMatchObject({ status: 404 });
    expect(await db().post.findUnique({ where: { id: post.id } })).toEqual(post);
  });

  test("is deleted while others like and comment on it, and nothing is left behind", async () => {
    const [me, ...fans] = (await createMembers(9)) as [Member, ...Member[]];
    const post = await createPost({ author: me });
    const acts = fans.flatMap((fan) => [
      () => api.post(`/posts/${post.id}/like`, { token: fan.token }),
      () => api.post(`/posts/${post.id}/comments`, { token: fan.token, body: { content: "Hi" } }),
    ]);
    acts.splice(8, 0, () => remove(me, post.id));
    const replies = await inParallel(acts, 20);
    expect(replies.every(({ status }) => [200, 201, 404].includes(status))).toBe(true);
    expect(await db().notification.count({ where: { postId: post.id } })).toBe(0);
  });

  test("counts each time it is shared", async () => {
    const me = await createMember();
    const post = await createPost();
    const share = () => api.post(`/posts/${post.id}/share`, { token: me.token });
    const counts = (await Promise.all([share(), share(), share()])).map(
      (reply) => reply.read(shareAnswer).sharesCount,
    );
    expect(counts.sort()).toEqual([1, 2, 3]);
    expect(await api.post(`/posts/${NOBODYS}/share`, { token: me.token })).toMatchObject({ status: 404 });
  });
});
