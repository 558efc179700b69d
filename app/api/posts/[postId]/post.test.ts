import { setCircle } from "@/lib/circles/server/circle";
import { db } from "@/lib/platform/db";
import { clearExceededLimits } from "@/lib/platform/rate-limit";
import { mediaOf } from "@/lib/posts/policy";
import {
  type LikeAnswer,
  likeAnswer,
  likersAnswer,
  postAnswer,
  postMuteAnswer,
  shareAnswer,
} from "@/lib/posts/schema";
import { sweepDeletedPosts } from "@/lib/posts/server/delete";
import { setLike } from "@/lib/posts/server/like";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import { createComment, createMember, createMembers, createPost, type Member } from "@/tests/factories";
import { liftLimits, resetLimit, setLimit } from "@/tests/limits";
import { inParallel } from "@/tests/parallel";
import { useTestDatabase } from "@/tests/test-db";
import { inTurn } from "@/tests/time";

/** A single post, and what people do with it. */

describe("changed and deleted", () => {
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
      expect(textsOf(await put({ caption: "", altTexts: ["one", "", "three"] }))).toEqual([
        "one",
        "",
        "three",
      ]);
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
      expect(await restore(me, id)).toMatchObject({
        status: 200,
        body: { post: { _id: id, likesCount: 1 } },
      });
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
      expect(await api.post(`/posts/${UNKNOWN_ID}/share`, { token: me.token })).toMatchObject({
        status: 404,
      });
    });
  });
});

describe("liked", () => {
  beforeAll(useTestDatabase);
  beforeEach(liftLimits);
  afterEach(async () => {
    expect(await findDrift()).toEqual([]);
  });

  const like = (me: Member, postId: string, body?: unknown) =>
    api.post(`/posts/${postId}/like`, { token: me.token, body });
  const liked = async (me: Member, postId: string, body?: unknown): Promise<LikeAnswer> =>
    (await like(me, postId, body)).read(likeAnswer);

  describe("a member", () => {
    test("toggles a like", async () => {
      const me = await createMember();
      const post = await createPost();
      expect(await liked(me, post.id)).toEqual({ isLiked: true, likesCount: 1, likes: [me.id] });
      expect(await liked(me, post.id)).toEqual({ isLiked: false, likesCount: 0, likes: [] });
    });

    test("can set a like to a state, idempotently", async () => {
      const me = await createMember();
      const post = await createPost();
      for (const wanted of [true, true, false, false, true]) {
        expect(await liked(me, post.id, { liked: wanted })).toMatchObject({
          isLiked: wanted,
          likesCount: wanted ? 1 : 0,
        });
      }
    });

    test("may like their own post without a notification", async () => {
      const me = await createMember();
      const post = await createPost({ author: me });
      expect(await liked(me, post.id)).toMatchObject({ isLiked: true });
      expect(await db().notification.count({ where: { receiverId: me.id } })).toBe(0);
    });

    test("can't like an unknown post", async () => {
      const me = await createMember();
      expect(await like(me, "0190a1b2-aaaa-7bbb-8ccc-1234567890ab")).toMatchObject({ status: 404 });
    });

    test("changes nothing at a post of someone who has blocked them", async () => {
      const [me, other] = [await createMember(), await createMember()];
      const post = await createPost({ author: other });
      await db().block.create({ data: { blockerId: other.id, blockedId: me.id } });
      expect(await like(me, post.id)).toMatchObject({ status: 404, error: "not_found" });
      expect(await db().like.count({ where: { postId: post.id } })).toBe(0);
      expect(await db().notification.count({ where: { receiverId: other.id } })).toBe(0);
    });

    test("can like at most a thousand times in five minutes", async () => {
      resetLimit("like");
      const me = await createMember();
      const post = await createPost();
      const expiresAt = new Date(Date.now() + 60_000);
      await db().rateLimit.create({ data: { key: `like:${me.id}`, count: 999, expiresAt } });
      expect(await like(me, post.id)).toMatchObject({ status: 200 });
      const rejected = await like(me, post.id);
      expect(rejected).toMatchObject({ status: 429, error: "rate_limited" });
      expect(rejected.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
      await db()
        .sql`UPDATE rate_limits SET expires_at = now() - interval '1 second' WHERE key = ${`like:${me.id}`}`;
      clearExceededLimits();
      expect(await like(me, post.id)).toMatchObject({ status: 200 });
      setLimit("like", 1, 60);
      expect(await like(me, post.id)).toMatchObject({ status: 429 });
    });
  });

  describe("a like", () => {
    const notificationsOf = (receiverId: string) => db().notification.findMany({ where: { receiverId } });

    test("notifies the author once, and is retracted when undone unseen", async () => {
      const [me, author] = (await createMembers(2)) as [Member, Member];
      const post = await createPost({ author });
      await like(me, post.id, { liked: true });
      await like(me, post.id, { liked: true });
      expect(await notificationsOf(author.id)).toMatchObject([
        { type: "like", senderId: me.id, postId: post.id, seen: false },
      ]);
      await like(me, post.id, { liked: false });
      expect(await notificationsOf(author.id)).toEqual([]);
    });

    test("stays silent when redone after it was seen", async () => {
      const [me, author] = (await createMembers(2)) as [Member, Member];
      const post = await createPost({ author });
      await like(me, post.id, { liked: true });
      await db().notification.updateMany({ where: { receiverId: author.id }, data: { seen: true } });
      await like(me, post.id, { liked: false });
      await like(me, post.id, { liked: true });
      expect(await notificationsOf(author.id)).toMatchObject([{ seen: true }]);
    });
  });

  describe("concurrent likes", () => {
    test("600 toggles by 20 people on 5 posts leave exact counters and answers", async () => {
      const people = await createMembers(20);
      const posts = await Promise.all(Array.from({ length: 5 }, () => createPost()));
      const wants = Array.from({ length: 600 }, (_, i) => ({
        me: people[i % 20] as Member,
        // Each person toggles each post six times.
        postId: posts[Math.floor(i / 20) % 5]?.id ?? "",
      }));
      const answers = await inParallel(
        wants.map(({ me, postId }) => async () => ({ me, postId, ...(await liked(me, postId)) })),
      );
      for (const { me, isLiked, likes, likesCount } of answers) {
        expect(likes.includes(me.id)).toBe(isLiked);
        expect(likes).toHaveLength(likesCount);
      }
      // Six toggles are three likes and three unlikes, so that no like remains.
      for (const me of people) {
        for (const { id } of posts) {
          const own = answers.filter((answer) => answer.me === me && answer.postId === id);
          expect(own.map(({ isLiked }) => isLiked).sort()).toEqual([false, false, false, true, true, true]);
        }
      }
      expect(await db().like.count({ where: { postId: { in: posts.map(({ id }) => id) } } })).toBe(0);
    });

    test("four concurrent requests by one person are one like, and all say so", async () => {
      const me = await createMember();
      const post = await createPost();
      const answers = await Promise.all([1, 2, 3, 4].map(() => liked(me, post.id, { liked: true })));
      expect(answers).toEqual(answers.map(() => ({ isLiked: true, likesCount: 1, likes: [me.id] })));
      expect(await db().notification.count({ where: { postId: post.id } })).toBe(1);
    });
  });
});

describe("the people who like a post", () => {
  beforeAll(async () => {
    await useTestDatabase();
    liftLimits();
  });

  let me: Member;
  beforeEach(async () => {
    me = await createMember();
  });

  const load = async (postId: string, query: Record<string, string> = {}) =>
    (await api.get(`/posts/${postId}/likes`, { token: me.token, query })).read(likersAnswer);

  test("come latest first, with whether the viewer has joined their circle", async () => {
    const [post, first, second] = [await createPost(), await createMember(), await createMember()];
    await inTurn([first, second, me], (person) => setLike(person.viewer, post.id, true));
    await setCircle(me.viewer, first.id, true);
    const { users, total } = await load(post.id);
    expect(total).toBe(3);
    expect(users.map(({ _id, isInCircle, isFollowing }) => [_id, isInCircle, isFollowing])).toEqual([
      [me.id, false, false],
      [second.id, false, false],
      [first.id, true, true],
    ]);
  });

  test("are empty for a post without likes", async () => {
    expect(await load((await createPost()).id)).toMatchObject({ users: [], total: 0, nextCursor: null });
  });

  test("leave out hidden people, whom the count still counts", async () => {
    const [post, hidden] = [await createPost(), await createMember()];
    for (const person of [hidden, me]) await setLike(person.viewer, post.id, true);
    await db().user.update({ where: { id: hidden.id }, data: { isActive: false } });
    const { users, total } = await load(post.id);
    expect([users.map(({ _id }) => _id), total]).toEqual([[me.id], 2]);
  });

  test("are whole in pages, also when they liked at the same time", async () => {
    const post = await createPost();
    const likers = await createMembers(5);
    for (const { viewer } of likers) await setLike(viewer, post.id, true);
    await db().like.updateMany({ where: { postId: post.id }, data: { createdAt: new Date() } });
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await load(post.id, { limit: "2", ...(cursor && { cursor }) });
      found.push(...page.users.map(({ _id }) => _id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(found).toEqual(likers.map(({ id }) => id).toSorted());
  });

  test("are not_found for a post that is gone or hidden", async () => {
    const author = await createMember();
    const post = await createPost({ author });
    await db().user.update({ where: { id: author.id }, data: { isActive: false } });
    for (const id of [post.id, crypto.randomUUID()]) {
      const reply = await api.get(`/posts/${id}/likes`, { token: me.token });
      expect(reply).toMatchObject({ status: 404, error: "not_found" });
    }
  });
});

describe("muted", () => {
  beforeAll(async () => {
    await useTestDatabase();
    liftLimits();
  });

  const comment = (me: Member, postId: string, body: object) =>
    api.post(`/posts/${postId}/comments`, { token: me.token, body: { content: "Hello", ...body } });
  const notificationsOf = async ({ id }: Member) =>
    (await db().notification.findMany({ where: { receiverId: id }, orderBy: { createdAt: "asc" } })).map(
      ({ type, message }) => [type, message],
    );

  test("a muted post notifies no more, until it is unmuted", async () => {
    const [me, other] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ author: me });
    const mine = await createComment({ post, author: me });
    const set = async (muted: boolean) =>
      (await api.post(`/posts/${post.id}/mute`, { token: me.token, body: { muted } })).read(postMuteAnswer);
    const isMuted = async (by: Member) =>
      (await api.get(`/posts/${post.id}`, { token: by.token })).read(postAnswer).post.isMuted;
    for (let time = 0; time < 2; time++) expect(await set(true)).toEqual({ isMuted: true });
    expect([await isMuted(me), await isMuted(other)]).toEqual([true, false]);
    await api.post(`/posts/${post.id}/like`, { token: other.token });
    await api.post(`/posts/${post.id}/comments/${mine}/like`, { token: other.token });
    await comment(other, post.id, {});
    await comment(other, post.id, { replyTo: mine });
    expect(await notificationsOf(me)).toEqual([]);
    await set(false);
    await comment(other, post.id, { content: "Again" });
    expect(await notificationsOf(me)).toEqual([["comment", "commented: “Again”"]]);
    expect(
      await api.post(`/posts/${crypto.randomUUID()}/mute`, { token: me.token, body: { muted: true } }),
    ).toMatchObject({
      status: 404,
    });
  });

  describe("a reply", () => {
    test("notifies the author of what it answers of a reply, and the post's author of a comment, once each", async () => {
      const [me, other, author] = (await createMembers(3)) as [Member, Member, Member];
      const post = await createPost({ author });
      const theirs = await createComment({ post, author: other });
      await comment(me, post.id, { replyTo: theirs });
      expect(await notificationsOf(other)).toEqual([["reply", "replied: “Hello”"]]);
      expect(await notificationsOf(author)).toEqual([
        ["comment", "commented: “Nice one”"],
        ["comment", "commented: “Hello”"],
      ]);
      // The post's author is notified of the answer to them as a reply alone.
      const own = await createComment({ post, author });
      const [last] = [await comment(me, post.id, { content: "To you", replyTo: own })];
      expect((await notificationsOf(author)).slice(2)).toEqual([["reply", "replied: “To you”"]]);
      // Deleted, it takes its quote along, and leaves that of the other.
      const { comment: reply } = last.body as { comment: { _id: string } };
      await api.delete(`/posts/${post.id}/comments/${reply._id}`, { token: me.token });
      expect(await notificationsOf(author)).toHaveLength(2);
      await comment(me, post.id, { content: "To myself", replyTo: reply._id }).then(({ status }) =>
        expect(status).toBe(404),
      );
    });

    test("renews the unseen notification of an earlier one, and follows a seen one", async () => {
      const [me, other] = (await createMembers(2)) as [Member, Member];
      const post = await createPost();
      const theirs = await createComment({ post, author: other });
      const answer = (content: string) => comment(me, post.id, { content, replyTo: theirs });
      await answer("One");
      await answer("Two");
      expect(await notificationsOf(other)).toEqual([["reply", "replied: “Two”"]]);
      await db().notification.updateMany({ where: { receiverId: other.id }, data: { seen: true } });
      await answer("Three");
      expect(await notificationsOf(other)).toEqual([
        ["reply", "replied: “Two”"],
        ["reply", "replied: “Three”"],
      ]);
    });
  });

  describe("who can comment", () => {
    const choose = (author: Member, postId: string, whoCanComment: string) =>
      api.put(`/posts/${postId}`, { token: author.token, body: { whoCanComment } });

    test("is everyone, people whom the author joined, or nobody else; what stands stays", async () => {
      const [me, joined, author] = (await createMembers(3)) as [Member, Member, Member];
      const post = await createPost({ author });
      await api.post(`/users/${joined.id}/follow`, { token: author.token, body: { inCircle: true } });
      // Joining the author opens nothing.
      await api.post(`/users/${author.id}/follow`, { token: me.token, body: { inCircle: true } });
      const stands = await createComment({ post, author: me });
      const statuses = async () => {
        const found = [];
        for (const by of [me, joined, author]) {
          const { status } = await comment(by, post.id, {});
          const read = await api.get(`/posts/${post.id}`, { token: by.token });
          expect(read.read(postAnswer).post.canComment).toBe(status === 201);
          found.push(status);
        }
        return found;
      };
      expect(await statuses()).toEqual([201, 201, 201]);
      await choose(author, post.id, "circle");
      expect(await statuses()).toEqual([403, 201, 201]);
      await choose(author, post.id, "nobody");
      expect(await statuses()).toEqual([403, 403, 201]);
      expect(await comment(me, post.id, { replyTo: stands })).toMatchObject({
        status: 403,
        error: "comments_closed",
      });
      const own = `/posts/${post.id}/comments/${stands}`;
      expect(await api.put(own, { token: me.token, body: { content: "Better" } })).toMatchObject({
        status: 200,
      });
      expect(await choose(author, post.id, "friends")).toMatchObject({ status: 400 });
    });

    test("a comment written before is still answered when it is sent again", async () => {
      const [me, author] = (await createMembers(2)) as [Member, Member];
      const post = await createPost({ author });
      const clientId = crypto.randomUUID();
      const sent = await comment(me, post.id, { clientId });
      await choose(author, post.id, "nobody");
      expect((await comment(me, post.id, { clientId })).body).toEqual(sent.body);
    });
  });
});
