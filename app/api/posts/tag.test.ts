import { type FeedAnswer, feedAnswer } from "@/lib/posts/schema";
import { deletePost } from "@/lib/posts/server/delete";
import { updatePost } from "@/lib/posts/server/publish";
import { forgetSessions } from "@/lib/sessions/server/access";
import { api } from "@/tests/api";
import { createMember, createPost, type Member } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

let me: Member;

beforeEach(async () => {
  await useTestDatabase();
  forgetSessions();
  me = await createMember();
});

const read = async (query: Record<string, string | number | undefined>): Promise<FeedAnswer> =>
  (await api.get("/posts", { token: me.token, query })).read(feedAnswer);
const idsOf = (answer: FeedAnswer) => answer.posts.map((post) => post._id);

describe("the posts with a tag", () => {
  test("are those whose caption contains it in any case, newest first", async () => {
    const first = await createPost({ author: me, caption: "Roof #GoldenHour" });
    await createPost({ author: me, caption: "goldenhour without its sign" });
    await createPost({ author: me, caption: "#goldenhours is another tag" });
    const second = await createPost({ author: me, caption: "#goldenhour again" });
    const answer = await read({ tag: "goldenHOUR" });
    expect(idsOf(answer)).toEqual([second.id, first.id]);
    expect(answer.total).toBe(2);
  });

  test("page by cursor without gaps or duplicates, and equally by number", async () => {
    const expected: string[] = [];
    for (let count = 0; count < 5; count++) {
      expected.unshift((await createPost({ author: me, caption: `${count} #drones` })).id);
      await createPost({ author: me, caption: "#other" });
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await read({ tag: "drones", limit: 2, cursor });
      seen.push(...idsOf(page));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(expected);
    expect(idsOf(await read({ tag: "drones", limit: 2, page: 3 }))).toEqual(expected.slice(4));
  });

  test("reflect edited captions and deleted posts", async () => {
    const post = await createPost({ author: me, caption: "#before" });
    await updatePost(me.viewer, post.id, { caption: "#after" });
    expect(await read({ tag: "before" })).toMatchObject({ posts: [], total: 0, nextCursor: null });
    expect(idsOf(await read({ tag: "after" }))).toEqual([post.id]);
    await deletePost(me.viewer, post.id);
    expect(await read({ tag: "after" })).toMatchObject({ posts: [], total: 0 });
  });

  test("are empty for an unused tag", async () => {
    expect(await read({ tag: "unused" })).toMatchObject({ posts: [], total: 0, totalPages: 0 });
  });

  test.each(["", "two words", "#sign", "a'b", "x".repeat(51), "nul\u0000"])(
    "rejects the tag %j",
    async (tag) => {
      const answer = await api.get("/posts", { token: me.token, query: { tag } });
      expect(answer.status).toBe(400);
    },
  );
});
