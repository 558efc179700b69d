import { db } from "@/lib/platform/db";
import { trendingTagsAnswer } from "@/lib/posts/schema";
import { trendingTags } from "@/lib/posts/server/trending-tags";
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

const ask = async () =>
  (await api.get("/posts/trending-tags", { token: me.token })).read(trendingTagsAnswer).tags;

describe("what campus talks about", () => {
  test("is the tags of the last seven days, the most used first", async () => {
    for (const caption of ["#gwalior #goldenhour", "#goldenhour", "#goldenhour again", "#old"]) {
      await createPost({ author: me, caption });
    }
    await db().$executeRaw`UPDATE post_hashtags SET created_at = now() - interval '8 days' WHERE tag = 'old'`;
    expect(await ask()).toEqual([
      { tag: "goldenhour", postsCount: 3 },
      { tag: "gwalior", postsCount: 1 },
    ]);
  });

  test("is five tags at most, and nothing on a quiet campus", async () => {
    expect(await ask()).toEqual([]);
    trendingTags.clear();
    await createPost({ author: me, caption: "#aa #bb #cc #dd #ee #ff #gg" });
    expect((await ask()).map(({ tag }) => tag)).toEqual(["aa", "bb", "cc", "dd", "ee"]);
  });

  test("is looked up once a minute for everybody", async () => {
    await ask();
    const queries = await queriesOf(async () => {
      await Promise.all([ask(), ask()]);
    });
    expect(queries.filter((sql) => sql.includes("post_hashtags"))).toEqual([]);
  });
});
