import { outsideLinks } from "@/lib/limits/server/outside-links";
import { db } from "@/lib/platform/db";
import { clearExceededLimits } from "@/lib/platform/rate-limit";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import {
  addressOf,
  createAsset,
  createConversation,
  createMember,
  createPost,
  type Member,
} from "@/tests/factories";
import { liftLimits, resetLimit } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);
beforeEach(() => {
  resetLimit("same_link");
  resetLimit("same_site");
  clearExceededLimits();
});
afterEach(async () => {
  expect(await findDrift()).toEqual([]);
});

/** One page in five spellings, and what is another page. */
const SPELLINGS = [
  "https://shop.example/Deal?b=2&a=1",
  "http://www.shop.example/deal/?a=1&b=2&utm_source=campus",
  "https://SHOP.example/deal?fbclid=x&b=2&a=1#top",
  "www.shop.example/deal?a=1&b=2.",
];
const FIFTH = "Look: https://shop.example/deal?a=1&b=2 (really)";

test("a page has one address, however it is spelled; the product's own are left out", () => {
  expect(outsideLinks(...SPELLINGS, FIFTH)).toHaveLength(1);
  expect(outsideLinks("https://shop.example/deal?a=2&b=2")).not.toEqual(outsideLinks(FIFTH));
  expect(outsideLinks("http://localhost:3000/post/1 and no link")).toEqual([]);
});

test.each([
  ["Buy at shop.example/deal?a=1&b=2.", ["https://shop.example/deal?a=1&b=2"]],
  ["(cheapnotes.in) or Cheapnotes.In/", ["https://cheapnotes.in"]],
  ["t.me/joinus www.t.me/joinus", ["https://t.me/joinus"]],
  ["B.Tech/M.Tech, Node.js, i.e/e.g, 10.30/11.30, me@shop.com, notes.pdf and so on.Then", []],
])("addresses without a scheme are those of their page: %s", (text, links) => {
  expect(outsideLinks(text)).toEqual(links.flatMap((link) => outsideLinks(link)));
});

const publish = async (me: Member, caption: string) => {
  const body = { caption, mediaType: "image", cloudinaryUrl: addressOf(await createAsset(me)) };
  const reply = await api.post("/upload/pre-calculated", { token: me.token, body });
  return (reply.body as { post: { _id: string; withheld?: object } }).post;
};
/** The thing with this id in an answer with one thing, or with a list of them. */
const find = (body: unknown, id: string) =>
  Object.values(body as object)
    .flat()
    .find((item: { _id?: string } | null) => item?._id === id);
const caseOf = (subjectId: string) => db().moderationCase.findFirst({ where: { subjectId } });

describe("the fifth time a person publishes the same outside link in a day", () => {
  let me: Member;
  beforeEach(async () => {
    me = await createMember();
    for (const text of SPELLINGS) expect((await publish(me, text)).withheld).toBeUndefined();
  });

  test("the post is held for review: its author sees it, others do not, and a case is open", async () => {
    const post = await publish(me, `${FIFTH} #spam`);
    expect(post.withheld).toMatchObject({ reason: "", decisionId: null });
    const reader = await createMember();
    expect((await api.get(`/posts/${post._id}`, { token: reader.token })).status).toBe(404);
    expect((await api.get(`/posts/${post._id}`, { token: me.token })).status).toBe(200);
    expect(await caseOf(post._id)).toMatchObject({ isHeld: true, closedAt: null, personId: me.id });
  });

  test("so is a comment, without a word to the post's author", async () => {
    const { id, authorId } = await createPost();
    const reply = await api.post(`/posts/${id}/comments`, { token: me.token, body: { content: FIFTH } });
    const { comment, commentsCount } = reply.body as {
      comment: { _id: string; withheld?: object };
      commentsCount: number;
    };
    expect([comment.withheld, commentsCount]).toMatchObject([{ decisionId: null }, 0]);
    expect(await db().notification.count({ where: { receiverId: authorId } })).toBe(0);
    const list = async ({ token }: Member) => (await api.get(`/posts/${id}/comments`, { token })).body;
    expect(JSON.stringify(await list(me))).toContain("shop.example");
    expect(JSON.stringify(await list(await createMember()))).not.toContain("shop.example");
    expect(await caseOf(comment._id)).toMatchObject({ isHeld: true });
  });

  test("nor does it renew the notification of an earlier comment", async () => {
    const { id, authorId } = await createPost();
    const comment = (content: string) =>
      api.post(`/posts/${id}/comments`, { token: me.token, body: { content } });
    await comment("Hello");
    await db().notification.updateMany({ where: { receiverId: authorId }, data: { seen: true } });
    const read = () => db().notification.findMany({ where: { receiverId: authorId } });
    const before = await read();
    expect(before).toHaveLength(1);
    await comment(FIFTH);
    expect(await read()).toEqual(before);
  });

  /** Publishes the link once more; where its author reads it, and its id. */
  const PUBLISH = {
    post: async () => {
      const { _id } = await publish(me, FIFTH);
      return { path: `/posts/${_id}`, id: _id };
    },
    comment: async () => {
      const path = `/posts/${(await createPost()).id}/comments`;
      const { body } = await api.post(path, { token: me.token, body: { content: FIFTH } });
      return { path, id: (body as { comment: { _id: string } }).comment._id };
    },
  };

  test.each(["post", "comment"] as const)(
    "its author reads of a %s that it is held, and then that it is removed",
    async (kind) => {
      const { path, id } = await PUBLISH[kind]();
      const read = async () => find((await api.get(path, { token: me.token })).body, id);
      expect(await read()).toMatchObject({ withheld: { reason: "", decisionId: null } });
      const { token } = await createMember({ staffRole: "moderator" });
      const body = { outcome: "removed", reason: "The same link in every thread." };
      await api.post(`/moderation/cases/${(await caseOf(id))?.id}/decision`, { token, body });
      const { id: decisionId } = await db().decision.findFirstOrThrow({ where: { case: { subjectId: id } } });
      expect(await read()).toMatchObject({ withheld: { reason: body.reason, decisionId } });
    },
  );

  test("a message is rejected, and no moderator reads it", async () => {
    const conversationId = await createConversation(me, await createMember());
    const path = `/conversations/${conversationId}/messages`;
    const body = { text: `My test result: ${FIFTH}`, clientId: crypto.randomUUID() };
    const reply = await api.post(path, { token: me.token, body });
    expect(reply).toMatchObject({ status: 429, error: "rate_limited" });
    expect(reply.body).toMatchObject({
      message: expect.stringMatching(/^You've shared this link too often today\. Please try again in /),
    });
    expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await db().message.count({ where: { conversationId } })).toBe(0);
    expect(await db().moderationCase.count({ where: { subject: "message" } })).toBe(0);
    const without = { text: "Without a link", clientId: crypto.randomUUID() };
    expect((await api.post(path, { token: me.token, body: without })).status).toBe(201);
  });

  test("so is a post that gets the link by an edit; one that has it already may be edited", async () => {
    const { _id } = await publish(me, "Nothing to see");
    const edit = (caption: string) => api.put(`/posts/${_id}`, { token: me.token, body: { caption } });
    expect((await edit(FIFTH)).body).toMatchObject({ post: { withheld: { decisionId: null } } });
    const [first] = await db().post.findMany({ where: { authorId: me.id }, orderBy: { id: "asc" } });
    const path = `/posts/${first?.id}`;
    const again = await api.put(path, { token: me.token, body: { caption: `Edited ${SPELLINGS[0]}` } });
    expect((again.body as { post: object }).post).not.toHaveProperty("withheld");
  });

  test("so is a post that gets it in a description by an edit, where it stays as it is unless it is new", async () => {
    const { _id } = await publish(me, "Nothing to see");
    const edit = async (altTexts: string[]) => {
      const body = { caption: "Nothing to see", altTexts };
      return (await api.put(`/posts/${_id}`, { token: me.token, body })).body;
    };
    await db().postMedia.updateMany({ where: { postId: _id }, data: { altText: FIFTH } });
    expect((await edit([`${FIFTH} again`])) as { post: object }).not.toHaveProperty("post.withheld");
    await db().postMedia.updateMany({ where: { postId: _id }, data: { altText: "" } });
    expect(await edit(["At shop.example/deal?b=2&a=1"])).toMatchObject({
      post: { withheld: { decisionId: null } },
    });
  });

  test("a bio is rejected, one that has it already may be saved again", async () => {
    const save = (member: Member, bio: string) =>
      api.put(`/users/${member.id}`, { token: member.token, body: { bio } });
    expect(await save(me, FIFTH)).toMatchObject({ status: 429, error: "rate_limited" });
    expect((await db().user.findUniqueOrThrow({ where: { id: me.id } })).bio).not.toContain("shop.example");
    const other = await createMember();
    for (let count = 1; count <= 6; count++)
      expect((await save(other, `${FIFTH} ${count}`)).status).toBe(200);
    for (const text of SPELLINGS.slice(0, 3)) expect((await publish(other, text)).withheld).toBeUndefined();
    expect((await publish(other, FIFTH)).withheld).toBeDefined();
  });

  test("someone else's link, and another page, are published", async () => {
    expect((await publish(await createMember(), FIFTH)).withheld).toBeUndefined();
    expect((await publish(me, "https://shop.example/other")).withheld).toBeUndefined();
  });

  test("a moderator who finds no violation publishes it", async () => {
    const { _id } = await publish(me, FIFTH);
    const moderator = await createMember({ staffRole: "moderator" });
    const held = await caseOf(_id);
    const body = { outcome: "no_violation" };
    const path = `/moderation/cases/${held?.id}/decision`;
    expect((await api.post(path, { token: moderator.token, body })).status).toBe(200);
    const reader = await createMember();
    expect((await api.get(`/posts/${_id}`, { token: reader.token })).status).toBe(200);
  });
});

test("a repetition counts once", async () => {
  const me = await createMember();
  const { id } = await createPost();
  const body = { content: FIFTH, clientId: crypto.randomUUID() };
  for (let count = 0; count < 6; count++) {
    const reply = await api.post(`/posts/${id}/comments`, { token: me.token, body });
    expect((reply.body as { comment: object }).comment).not.toHaveProperty("withheld");
  }
});

test("another query is no way around it: a site counts as a whole, too", async () => {
  const me = await createMember();
  const post = await createPost();
  for (let count = 1; count <= 13; count++) {
    const body = { content: `https://shop.example/deal?a=${count}` };
    await api.post(`/posts/${post.id}/comments`, { token: me.token, body });
  }
  const held = await db().comment.findMany({ where: { authorId: me.id, withheldAt: { not: null } } });
  expect(held.map(({ content }) => content)).toEqual(["https://shop.example/deal?a=13"]);
});

test("descriptions of media count like captions", async () => {
  const me = await createMember();
  for (let count = 1; count <= 5; count++) {
    const asset = await createAsset(me);
    const body = {
      caption: "",
      altText: "See https://alt.example/deal",
      mediaType: "image",
      visibility: "public",
      cloudinaryUrl: addressOf(asset),
    };
    expect((await api.post("/upload/pre-calculated", { token: me.token, body })).status).toBe(201);
  }
  expect(await db().post.count({ where: { authorId: me.id, withheldAt: { not: null } } })).toBe(1);
});
