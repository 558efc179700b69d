import { setCircle } from "@/lib/circles/server/circle";
import { db } from "@/lib/platform/db";
import { likersAnswer } from "@/lib/posts/schema";
import { setLike } from "@/lib/posts/server/like";
import { api } from "@/tests/api";
import { createMember, createMembers, createPost, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";
import { inTurn } from "@/tests/time";

beforeAll(useTestDatabase);
beforeAll(liftLimits);

let me: Member;
beforeEach(async () => {
  me = await createMember();
});

const load = async (postId: string, query: Record<string, string> = {}) =>
  (await api.get(`/posts/${postId}/likes`, { token: me.token, query })).read(likersAnswer);

describe("the people who like a post", () => {
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
