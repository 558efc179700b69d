import { db } from "@/lib/platform/db";
import { trendingTagsAnswer } from "@/lib/posts/schema";
import { trendingTags } from "@/lib/posts/server/feed";
import { api } from "@/tests/api";
import { createMember, createPost, type Member } from "@/tests/factories";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";

let me: Member;
beforeEach(async () => {
  await useTestDatabase();
  trendingTags.clear();
  me = await createMember();
});

const loadTags = async () =>
  (await api.get("/posts/trending-tags", { token: me.token })).read(trendingTagsAnswer).tags;

describe("the trending tags", () => {
  test("are the tags of the last seven days, most used first", async () => {
    for (const caption of ["#gwalior #goldenhour", "#goldenhour", "#goldenhour again", "#old"]) {
      await createPost({ author: me, caption });
    }
    await db().$executeRaw`UPDATE post_hashtags SET created_at = now() - interval '8 days' WHERE tag = 'old'`;
    expect(await loadTags()).toEqual([
      { tag: "goldenhour", postsCount: 3 },
      { tag: "gwalior", postsCount: 1 },
    ]);
  });

  test("are at most five, and none without posts", async () => {
    expect(await loadTags()).toEqual([]);
    trendingTags.clear();
    await createPost({ author: me, caption: "#aa #bb #cc #dd #ee #ff #gg" });
    expect((await loadTags()).map(({ tag }) => tag)).toEqual(["aa", "bb", "cc", "dd", "ee"]);
  });

  test("are queried once a minute for all viewers", async () => {
    await loadTags();
    const queries = await queriesOf(async () => {
      await Promise.all([loadTags(), loadTags()]);
    });
    expect(queries.filter((sql) => sql.includes("post_hashtags"))).toEqual([]);
  });
});
