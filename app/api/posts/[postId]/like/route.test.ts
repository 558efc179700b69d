import { db } from "@/lib/platform/db";
import { clearExceededLimits } from "@/lib/platform/rate-limit";
import { type LikeAnswer, likeAnswer } from "@/lib/posts/schema";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import { createMember, createMembers, createPost, type Member } from "@/tests/factories";
import { liftLimits, resetLimit, setLimit } from "@/tests/limits";
import { inParallel } from "@/tests/parallel";
import { useTestDatabase } from "@/tests/test-db";

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
