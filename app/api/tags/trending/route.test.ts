import { db } from "@/lib/platform/db";
import { trendingTags } from "@/lib/posts/server/trending";
import { trendingTagsAnswer } from "@/lib/posts/trending-schema";
import { api } from "@/tests/api";
import { createMember, createPost, createUser, type Member } from "@/tests/factories";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";

const createdAt = new Date("2026-01-01");

let me: Member;
beforeEach(async () => {
  await useTestDatabase();
  trendingTags.clear();
  me = await createMember({ createdAt });
});

const loadTags = async () =>
  (await api.get("/tags/trending", { token: me.token })).read(trendingTagsAnswer).tags;

describe("the trending tags", () => {
  test("are the tags most people used in the last seven days", async () => {
    const friend = await createUser({ createdAt });
    for (const caption of ["#mine", "#mine again", "#mine once more #ours", "#old"]) {
      await createPost({ author: me, caption });
    }
    await createPost({ author: friend, caption: "#ours" });
    await db().sql`UPDATE post_hashtags SET created_at = now() - interval '8 days' WHERE tag = 'old'`;
    expect(await loadTags()).toEqual([
      { tag: "ours", postsCount: 2, peopleCount: 2 },
      { tag: "mine", postsCount: 3, peopleCount: 1 },
    ]);
  });

  test("count accounts younger than a day for a quarter", async () => {
    for (let i = 0; i < 3; i++) await createPost({ caption: "#pushed" });
    await createPost({ author: me, caption: "#honest" });
    expect((await loadTags()).map(({ tag }) => tag)).toEqual(["honest", "pushed"]);
  });

  test("are at most ten, and none without posts", async () => {
    expect(await loadTags()).toEqual([]);
    trendingTags.clear();
    await createPost({ author: me, caption: "#aa #bb #cc #dd #ee #ff #gg #hh #ii #jj #kk" });
    expect((await loadTags()).map(({ tag }) => tag).join(" ")).toBe("aa bb cc dd ee ff gg hh ii jj");
  });

  test("leave out the posts of hidden people", async () => {
    const hidden = await createUser({ createdAt });
    await createPost({ author: hidden, caption: "#secret" });
    await db().user.update({ where: { id: hidden.id }, data: { isActive: false } });
    expect(await loadTags()).toEqual([]);
  });

  test("are queried once a minute for all viewers", async () => {
    await loadTags();
    const queries = await queriesOf(async () => {
      await Promise.all([loadTags(), loadTags()]);
    });
    expect(queries.filter((sql) => sql.includes("post_hashtags"))).toEqual([]);
  });
});
