import { mentionableAnswer } from "@/lib/people-search/schema";
import { api } from "@/tests/api";
import { createComment, createMember, createMembers, createPost, type Member } from "@/tests/factories";
import { liftLimits, resetLimit, setLimit } from "@/tests/limits";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);

const offered = async (by: Member, query: Record<string, string> = {}) =>
  (await api.get("/people/mentionable", { token: by.token, query }))
    .read(mentionableAnswer)
    .people.map(({ _id }) => _id);

test("people of the thread come first, then those one has joined, then the campus by its letters", async () => {
  const [me, author, joined] = (await createMembers(3)) as [Member, Member, Member];
  const commenter = await createMember({ name: "Zoya Quick", username: "zoya.quick" });
  const stranger = await createMember({ name: "Zoya Able", username: "zoya.able" });
  const post = await createPost({ author });
  await createComment({ post, author: commenter });
  await api.post(`/users/${joined.id}/follow`, { token: me.token });
  expect(await offered(me)).toEqual([joined.id]);
  const near = await offered(me, { postId: post.id });
  expect([near.slice(0, 2).sort(), near[2]]).toEqual([[author.id, commenter.id].sort(), joined.id]);
  expect(await offered(me, { q: "zoy", postId: post.id })).toEqual([commenter.id, stranger.id]);
  expect(await offered(me, { q: "zoy", limit: "1", postId: post.id })).toEqual([commenter.id]);
  expect(await offered(me, { q: "zoya.ab" })).toEqual([stranger.id]);
  expect(await queriesOf(() => offered(me, { q: "zoy", postId: post.id }))).toHaveLength(1);
});

test("only whom one sees and may name, at most eight, and not oneself", async () => {
  const me = await createMember({ name: "Qadir Own" });
  const people = await Promise.all(Array.from({ length: 14 }, () => createMember({ name: "Qadir Many" })));
  const [hider, shy, muted] = people as [Member, Member, Member];
  await api.post(`/users/${me.id}/block`, { token: hider.token, body: { blocked: true } });
  await api.put("/conversations/preferences", { token: shy.token, body: { whoCanMention: "nobody" } });
  await api.post(`/users/${muted.id}/mute`, { token: me.token, body: { muted: true } });
  const found = await offered(me, { q: "qadir", limit: "50" });
  expect(found).toHaveLength(8);
  for (const { id } of [me, hider, shy, muted]) expect(found).not.toContain(id);
});

test("has a limit of its own, so that typing names uses up no searches", async () => {
  const me = await createMember();
  const search = () => api.get("/search/users", { token: me.token, query: { q: "a" } });
  setLimit("mentionable", 2, 60);
  setLimit("search", 1, 60);
  try {
    await offered(me);
    await offered(me);
    expect((await api.get("/people/mentionable", { token: me.token })).status).toBe(429);
    expect([(await search()).status, (await search()).status]).toEqual([200, 429]);
  } finally {
    resetLimit("mentionable");
    resetLimit("search");
  }
});
