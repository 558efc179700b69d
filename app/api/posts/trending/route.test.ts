import { db } from "@/lib/platform/db";
import { feedAnswer } from "@/lib/posts/schema";
import { setLike } from "@/lib/posts/server/like";
import { rankings } from "@/lib/posts/server/trending";
import type { Post } from "@/prisma/generated/client/client";
import { api } from "@/tests/api";
import { createComment, createMember, createMembers, createPost, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";
import { makeOlder } from "@/tests/time";

let me: Member;
let people: Member[];
beforeAll(liftLimits);
beforeEach(async () => {
  await useTestDatabase();
  rankings.clear();
  me = await createMember();
  people = await createMembers(6);
  await makeAccountsOlder();
});

/** Accounts of tests are new, and new ones count less. */
const makeAccountsOlder = () =>
  db().user.updateMany({ data: { createdAt: new Date(Date.now() - 30 * 86_400_000) } });

const load = async (query: Record<string, string> = {}) =>
  (await api.get("/posts/trending", { token: me.token, query })).read(feedAnswer);
const captions = async (query?: Record<string, string>) =>
  (await load(query)).posts.map(({ caption }) => caption);
const share = (person: Member, post: Post) => api.post(`/posts/${post.id}/share`, { token: person.token });

async function createLiked(caption: string, likers: number, options: { mediaType?: "video" } = {}) {
  const post = await createPost({ author: me, caption, ...options });
  for (const person of people.slice(0, likers)) await setLike(person.viewer, post.id, true);
  return post;
}

async function setDays(post: Post, days: number) {
  await db().post.update({
    where: { id: post.id },
    data: { createdAt: new Date(Date.now() - days * 86_400_000) },
  });
}

describe("trending posts", () => {
  test("are those that moved most people, by liking, commenting or sharing", async () => {
    const [talked, shared] = [await createLiked("Talked about", 1), await createLiked("Shared", 0)];
    await createLiked("Liked", 3);
    await createPost({ author: me, caption: "Quiet" });
    await createComment({ post: talked, author: people[1] });
    await share(people[0] as Member, shared);
    await makeOlder();
    expect(await captions()).toEqual(["Liked", "Talked about", "Shared"]);
  });

  test("can't be pushed by one person, nor by their author", async () => {
    const [pushed, own] = [await createLiked("Pushed", 1), await createLiked("The author's own work", 0)];
    await createLiked("Liked by two", 2);
    for (let i = 0; i < 5; i++) {
      await createComment({ post: pushed, author: people[0], content: `Up ${i}` });
      await share(people[0] as Member, pushed);
      await createComment({ post: own, author: me, content: `Look ${i}` });
    }
    await setLike(me.viewer, own.id, true);
    await makeOlder();
    expect(await captions()).toEqual(["Liked by two", "Pushed"]);
    // The counter still counts each share.
    expect(await db().post.findUnique({ where: { id: pushed.id } })).toMatchObject({ sharesCount: 5 });
    expect(await db().share.count()).toBe(1);
  });

  test("count accounts younger than a day for a quarter", async () => {
    const byNewcomers = await createPost({ author: me, caption: "Three newcomers" });
    for (const newcomer of await createMembers(3)) await setLike(newcomer.viewer, byNewcomers.id, true);
    await createLiked("One member", 1);
    await makeOlder();
    expect(await captions()).toEqual(["One member", "Three newcomers"]);
  });

  test("lose half of their score in two days, and are gone after seven", async () => {
    const [old, older, gone] = [
      await createLiked("Five people, two days ago", 5),
      await createLiked("Six people, four days ago", 6),
      await createLiked("Six people, eight days ago", 6),
    ];
    await createLiked("Two people, today", 2);
    await makeOlder();
    await setDays(old, 2);
    await setDays(older, 4);
    await setDays(gone, 8);
    expect(await captions()).toEqual([
      "Five people, two days ago",
      "Two people, today",
      "Six people, four days ago",
    ]);
  });

  test("leave out hidden people, as authors and as likers", async () => {
    await createLiked("Mine", 1);
    const theirs = await createPost({ author: people[1], caption: "Theirs" });
    await setLike(me.viewer, theirs.id, true);
    await makeOlder();
    await db().user.update({ where: { id: people[1]?.id }, data: { isActive: false } });
    expect(await captions()).toEqual(["Mine"]);
    rankings.clear();
    await db().user.update({ where: { id: people[0]?.id }, data: { isActive: false } });
    expect(await captions()).toEqual([]);
  });

  test("can be pictures or videos alone", async () => {
    await createLiked("A video", 2, { mediaType: "video" });
    await createLiked("A picture", 1);
    await makeOlder();
    expect(await captions({ mediaType: "image" })).toEqual(["A picture"]);
    expect(await captions({ mediaType: "video" })).toEqual(["A video"]);
    const reply = await api.get("/posts/trending", { token: me.token, query: { mediaType: "sound" } });
    expect(reply).toMatchObject({ status: 400, error: "validation" });
  });
});

describe("the pages of trending posts", () => {
  test("joined are the whole, though people like others and delete some meanwhile", async () => {
    const posts = [];
    for (let i = 6; i > 0; i--) posts.push(await createLiked(`${i} people`, i));
    await makeOlder();
    const first = await load({ limit: "2" });
    expect(first).toMatchObject({ total: 6, totalPages: 3, currentPage: 1 });
    // The last post of the page is deleted, and the least liked one would now come first.
    await api.delete(`/posts/${posts[1]?.id}`, { token: me.token });
    for (const person of await createMembers(8)) await setLike(person.viewer, posts[5]?.id ?? "", true);
    await makeAccountsOlder();
    const second = await load({ limit: "2", cursor: first.nextCursor ?? "" });
    const third = await load({ limit: "2", cursor: second.nextCursor ?? "" });
    const all = [...first.posts, ...second.posts, ...third.posts].map(({ caption }) => caption);
    expect(all).toEqual(["6 people", "5 people", "4 people", "3 people", "2 people", "1 people"]);
    expect(third.nextCursor).toBeNull();
  });

  test("follow the cursor's ranking on an instance that does not have it", async () => {
    for (let i = 3; i > 0; i--) await createLiked(`${i} people`, i);
    await makeOlder();
    const first = await load({ limit: "1" });
    rankings.clear();
    const { posts } = await load({ limit: "2", cursor: first.nextCursor ?? "" });
    expect(posts.map(({ caption }) => caption)).toEqual(["2 people", "1 people"]);
  });

  test("go on in the current ranking when the cursor's is too old or yet to come", async () => {
    const post = await createLiked("The only one", 1);
    await makeOlder();
    for (const minute of ["0", "zzzzzzzz"]) {
      const page = await load({ cursor: `${minute}_0_${post.id.replace(/^./, "f")}` });
      expect(page.posts).toHaveLength(1);
    }
    const reply = await api.get("/posts/trending", { token: me.token, query: { cursor: "1_1" } });
    expect(reply).toMatchObject({ status: 400, body: { message: "Invalid cursor." } });
  });

  test("rank once a minute for all viewers, and read each page with one query", async () => {
    await createLiked("Liked", 1);
    await makeOlder();
    await load();
    const queries = await queriesOf(() => load());
    expect(queries.filter((sql) => sql.includes("newcomers"))).toEqual([]);
    expect(queries.filter((sql) => sql.includes("media_assets"))).toHaveLength(1);
  });
});
