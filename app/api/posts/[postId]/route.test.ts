import { db } from "@/lib/platform/db";
import { mediaOf } from "@/lib/posts/policy";
import { postAnswer, shareAnswer } from "@/lib/posts/schema";
import { sweepDeletedPosts } from "@/lib/posts/server/delete";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import { createComment, createMember, createMembers, createPost, type Member } from "@/tests/factories";
import { inParallel } from "@/tests/parallel";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
afterEach(async () => {
  expect(await findDrift()).toEqual([]);
});

const UNKNOWN_ID = "0190a1b2-aaaa-7bbb-8ccc-1234567890ab";

describe("a caption", () => {
  const change = (me: Member, postId: string, caption: unknown) =>
    api.put(`/posts/${postId}`, { token: me.token, body: { caption } });

  test("can be changed by its author, with its tags", async () => {
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

  test("may have 2,000 characters but not 2,001", async () => {
    const me = await createMember();
    const post = await createPost({ author: me });
    expect(await change(me, post.id, "🙂".repeat(2000))).toMatchObject({ status: 200 });
    expect(await change(me, post.id, "a".repeat(2001))).toMatchObject({
      status: 400,
      body: { message: "Please keep the caption to 2,000 characters." },
    });
  });

  test("can be changed together with the description of the media, which otherwise stays", async () => {
    const me = await createMember();
    const post = await createPost({ author: me, caption: "Roof" });
    const put = (body: object) => api.put(`/posts/${post.id}`, { token: me.token, body });
    expect(
      (await put({ caption: "Roof", altText: " A roof\r\nat dusk " })).read(postAnswer).post,
    ).toMatchObject({
      caption: "Roof",
      altText: "A roof\nat dusk",
    });
    expect((await change(me, post.id, "Dusk")).read(postAnswer).post.altText).toBe("A roof\nat dusk");
    expect(await put({ caption: "Dusk", altText: "🙂".repeat(501) })).toMatchObject({ status: 400 });
    expect(await put({ altText: "A caption is required" })).toMatchObject({ status: 400 });
    expect((await put({ caption: "Dusk", altText: "" })).read(postAnswer).post.altText).toBe("");
  });

  test("can be changed together with the descriptions of several media", async () => {
    const me = await createMember();
    const post = await createPost({ author: me, mediaCount: 3 });
    const put = (body: object) => api.put(`/posts/${post.id}`, { token: me.token, body });
    const textsOf = (reply: Awaited<ReturnType<typeof put>>) =>
      mediaOf(reply.read(postAnswer).post).map(({ altText }) => altText);
    expect(textsOf(await put({ caption: "", altTexts: ["one", "", "three"] }))).toEqual(["one", "", "three"]);
    expect(textsOf(await put({ caption: "", altText: "first" }))).toEqual(["first", "", "three"]);
    expect(textsOf(await put({ caption: "Changed" }))).toEqual(["first", "", "three"]);
    for (const altTexts of [["one", "two"], ["1", "2", "3", "4"], [], ["🙂".repeat(501), "", ""]]) {
      expect(await put({ caption: "Never", altTexts })).toMatchObject({ status: 400 });
    }
    expect(textsOf(await put({ caption: "" }))).toEqual(["first", "", "three"]);
  });

  test("can be changed by no one else", async () => {
    const [me, other] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ author: other, caption: "Theirs" });
    expect(await change(me, post.id, "Mine")).toMatchObject({ status: 403, error: "forbidden" });
    expect(await change(me, UNKNOWN_ID, "Mine")).toMatchObject({ status: 404 });
    expect(post).toMatchObject(await db().post.findUniqueOrThrow({ where: { id: post.id } }));
  });

  test("survives concurrent changes with overlapping tags", async () => {
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

  const restore = (me: Member, postId: string) => api.put(`/posts/${postId}/restore`, { token: me.token });
  /** As if the time to undo deletions were over. */
  const sweepAll = async () => {
    await db().sql`UPDATE posts SET deleted_at = deleted_at - interval '31 seconds'`;
    await sweepDeletedPosts();
  };

  test("is deleted by its author with everything attached to it, including its file", async () => {
    const [me, fan] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ author: me, caption: "Going #away" });
    const asset = await db().mediaAsset.findUniqueOrThrow({ where: { id: post.assetId } });
    await api.post(`/posts/${post.id}/like`, { token: fan.token });
    await createComment({ post, author: fan });
    expect(await remove(me, post.id)).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect(await api.get(`/posts/${post.id}`, { token: me.token })).toMatchObject({ status: 404 });
    await sweepAll();
    const where = { postId: post.id };
    const remaining = [
      db().like.count({ where }),
      db().comment.count({ where }),
      db().notification.count({ where }),
      db().postHashtag.count({ where }),
    ];
    expect(await Promise.all(remaining)).toEqual([0, 0, 0, 0]);
    expect(await db().mediaAsset.count({ where: { id: asset.id } })).toBe(0);
    expect(await db().mediaDeletion.count({ where: { publicId: asset.publicId } })).toBe(1);
    expect((await db().user.findUniqueOrThrow({ where: { id: me.id } })).postsCount).toBe(0);
  });

  test("comes back whole when its deletion is undone", async () => {
    const [me, fan] = (await createMembers(2)) as [Member, Member];
    const { id } = await createPost({ author: me, caption: "Gone and #back" });
    await api.post(`/posts/${id}/like`, { token: fan.token });
    await createComment({ post: { id }, author: fan });
    const seen = async () => {
      const [post, profile, tag, inbox] = await Promise.all([
        api.get(`/posts/${id}`, { token: me.token }),
        api.get(`/users/${me.id}/posts`, { token: fan.token }),
        api.get("/posts", { token: fan.token, query: { tag: "back" } }),
        api.get("/notifications", { token: me.token }),
      ]);
      return [post, profile, tag, inbox].map(({ status, body }) => ({ status, body }));
    };
    const before = await seen();
    expect(await remove(me, id)).toMatchObject({ status: 200 });
    expect(await findDrift()).toEqual([]);
    const [gone, profile, tag, inbox] = await seen();
    expect(gone).toMatchObject({ status: 404 });
    expect(profile).toMatchObject({ body: { posts: [] } });
    expect(tag).toMatchObject({ body: { posts: [] } });
    expect(inbox).toMatchObject({ body: { notifications: [], unreadCount: 0 } });
    await sweepDeletedPosts();
    expect(await restore(fan, id)).toMatchObject({ status: 404 });
    expect(await restore(me, id)).toMatchObject({ status: 200, body: { post: { _id: id, likesCount: 1 } } });
    expect(await restore(me, id)).toMatchObject({ status: 200 });
    expect(await seen()).toEqual(before);
    expect(await findDrift()).toEqual([]);
  });

  test("is gone for good after some seconds", async () => {
    const me = await createMember();
    const post = await createPost({ author: me });
    await remove(me, post.id);
    await sweepAll();
    expect(await restore(me, post.id)).toMatchObject({ status: 404, error: "not_found" });
    expect(await db().post.count({ where: { id: post.id } })).toBe(0);
  });

  test("is either there or gone when undoing and removing it meet", async () => {
    const me = await createMember();
    const posts = await Promise.all(
      Array.from({ length: 8 }, () => createPost({ author: me, caption: "#race" })),
    );
    for (const post of posts) await remove(me, post.id);
    await db().sql`UPDATE posts SET deleted_at = deleted_at - interval '31 seconds'`;
    const [replies] = await Promise.all([
      Promise.all(posts.map((post) => restore(me, post.id))),
      sweepDeletedPosts(),
      sweepDeletedPosts(),
    ]);
    for (const [index, reply] of replies.entries()) {
      const isThere = await db().post.count({ where: { id: posts[index]?.id ?? "", isActive: true } });
      expect(reply.status).toBe(isThere ? 200 : 404);
    }
    expect(await findDrift()).toEqual([]);
  });

  test("is deleted once", async () => {
    const me = await createMember();
    const post = await createPost({ author: me });
    const replies = await Promise.all(Array.from({ length: 10 }, () => remove(me, post.id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  });

  test("can be deleted by no one else", async () => {
    const [me, other] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ author: other });
    expect(await remove(me, post.id)).toMatchObject({ status: 403, error: "forbidden" });
    expect(await remove(me, UNKNOWN_ID)).toMatchObject({ status: 404 });
    expect(post).toMatchObject(await db().post.findUniqueOrThrow({ where: { id: post.id } }));
  });

  test("leaves nothing behind when deleted during likes and comments", async () => {
    const [me, ...fans] = (await createMembers(9)) as [Member, ...Member[]];
    const post = await createPost({ author: me });
    const acts = fans.flatMap((fan) => [
      () => api.post(`/posts/${post.id}/like`, { token: fan.token }),
      () => api.post(`/posts/${post.id}/comments`, { token: fan.token, body: { content: "Hi" } }),
    ]);
    acts.splice(8, 0, () => remove(me, post.id));
    const replies = await inParallel(acts, 20);
    expect(replies.every(({ status }) => [200, 201, 404].includes(status))).toBe(true);
    await sweepAll();
    expect(await db().notification.count({ where: { postId: post.id } })).toBe(0);
  });

  test("counts its shares", async () => {
    const me = await createMember();
    const post = await createPost();
    const share = () => api.post(`/posts/${post.id}/share`, { token: me.token });
    const counts = (await Promise.all([share(), share(), share()])).map(
      (reply) => reply.read(shareAnswer).sharesCount,
    );
    expect(counts.sort()).toEqual([1, 2, 3]);
    expect(await api.post(`/posts/${UNKNOWN_ID}/share`, { token: me.token })).toMatchObject({ status: 404 });
  });
});
