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

describe("a person", () => {
  test("likes a post and takes it back", async () => {
    const me = await createMember();
    const post = await createPost();
    expect(await liked(me, post.id)).toEqual({ isLiked: true, likesCount: 1, likes: [me.id] });
    expect(await liked(me, post.id)).toEqual({ isLiked: false, likesCount: 0, likes: [] });
  });

  test("who says what they want gets it, however often they say it", async () => {
    const me = await createMember();
    const post = await createPost();
    for (const want of [true, true, false, false, true]) {
      expect(await liked(me, post.id, { liked: want })).toMatchObject({
        isLiked: want,
        likesCount: want ? 1 : 0,
      });
    }
  });

  test("may like their own post, which is news to nobody", async () => {
    const me = await createMember();
    const post = await createPost({ author: me });
    expect(await liked(me, post.id)).toMatchObject({ isLiked: true });
    expect(await db().notification.count({ where: { receiverId: me.id } })).toBe(0);
  });

  test("can't like what is not there", async () => {
    const me = await createMember();
    expect(await like(me, "0190a1b2-aaaa-7bbb-8ccc-1234567890ab")).toMatchObject({ status: 404 });
  });

  test("likes a thousand times in five minutes and no more", async () => {
    resetLimit("like");
    const me = await createMember();
    const post = await createPost();
    const expiresAt = new Date(Date.now() + 60_000);
    await db().rateLimit.create({ data: { key: `like:${me.id}`, count: 999, expiresAt } });
    expect(await like(me, post.id)).toMatchObject({ status: 200 });
    const refused = await like(me, post.id);
    expect(refused).toMatchObject({ status: 429, error: "rate_limited" });
    expect(refused.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
    await db().$executeRaw`UPDATE rate_limits SET expires_at = now() WHERE key = ${`like:${me.id}`}`;
    clearExceededLimits();
    expect(await like(me, post.id)).toMatchObject({ status: 200 });
    setLimit("like", 1, 60);
    expect(await like(me, post.id)).toMatchObject({ status: 429 });
  });
});

describe("a like", () => {
  const noticesOf = (receiverId: string) => db().notification.findMany({ where: { receiverId } });

  test("is told to the author once, and forgotten when it is taken back unseen", async () => {
    const [me, author] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ author });
    await like(me, post.id, { liked: true });
    await like(me, post.id, { liked: true });
    expect(await noticesOf(author.id)).toMatchObject([
      { type: "like", senderId: me.id, postId: post.id, seen: false },
    ]);
    await like(me, post.id, { liked: false });
    expect(await noticesOf(author.id)).toEqual([]);
  });

  test("that was seen makes no new noise when it comes and goes", async () => {
    const [me, author] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ author });
    await like(me, post.id, { liked: true });
    await db().notification.updateMany({ where: { receiverId: author.id }, data: { seen: true } });
    await like(me, post.id, { liked: false });
    await like(me, post.id, { liked: true });
    expect(await noticesOf(author.id)).toMatchObject([{ seen: true }]);
  });
});

describe("many at once", () => {
  test("600 toggles by 20 people on 5 posts: the counters are the rows, and each answer was true", async () => {
    const people = await createMembers(20);
    const posts = await Promise.all(Array.from({ length: 5 }, () => createPost()));
    const wants = Array.from({ length: 600 }, (_, i) => ({
      me: people[i % 20] as Member,
      // Each person presses six times on each post.
      postId: posts[Math.floor(i / 20) % 5]?.id ?? "",
    }));
    const answers = await inParallel(
      wants.map(({ me, postId }) => async () => ({ me, postId, ...(await liked(me, postId)) })),
    );
    for (const { me, isLiked, likes, likesCount } of answers) {
      expect(likes.includes(me.id)).toBe(isLiked);
      expect(likes).toHaveLength(likesCount);
    }
    // An even number of toggles by each person on each post, half of them to a like, ends where it
    // began.
    for (const me of people) {
      for (const { id } of posts) {
        const own = answers.filter((answer) => answer.me === me && answer.postId === id);
        expect(own.map(({ isLiked }) => isLiked).sort()).toEqual([false, false, false, true, true, true]);
      }
    }
    expect(await db().like.count()).toBe(
      await db().like.count({ where: { postId: { notIn: posts.map(({ id }) => id) } } }),
    );
  });

  test("a double click by one person is one like, and both clicks say so", async () => {
    const me = await createMember();
    const post = await createPost();
    const answers = await Promise.all([1, 2, 3, 4].map(() => liked(me, post.id, { liked: true })));
    expect(answers).toEqual(answers.map(() => ({ isLiked: true, likesCount: 1, likes: [me.id] })));
    expect(await db().notification.count({ where: { postId: post.id } })).toBe(1);
  });
});
