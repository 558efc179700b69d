import { encodeCursor } from "@/lib/api/pagination";
import { api } from "@/tests/api";
import {
  createComment,
  createConversation,
  createMember,
  createPost,
  createStaff,
  type Member,
} from "@/tests/factories";
import { resetLimit, setLimit } from "@/tests/limits";
import { pagedRoutesWithout } from "@/tests/paged-routes";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

let member: Member;
let postId: string;
let commentId: string;
let partner: Member;
let conversationId: string;
beforeAll(async () => {
  member = await createStaff("admin");
  partner = await createMember();
  const post = await createPost();
  postId = post.id;
  commentId = await createComment({ post });
  conversationId = await createConversation(member, partner);
});

const LISTS: [name: string, path: () => string, query?: Record<string, string>][] = [
  ["the feed", () => "/posts"],
  ["the circle's feed", () => "/posts", { feed: "circle" }],
  ["bookmarks", () => "/bookmarks"],
  ["bookmarks by caption", () => "/bookmarks", { q: "a" }],
  ["the posts of a tag", () => "/posts", { tag: "spring" }],
  ["a person's posts", () => `/users/${member.id}/posts`],
  ["a person's posts, at their other path", () => `/posts/get-user-post/${member.id}`],
  ["trending posts", () => "/posts/trending"],
  ["people who like a post", () => `/posts/${postId}/likes`],
  ["comments", () => `/posts/${postId}/comments`],
  ["people who like a comment", () => `/posts/${postId}/comments/${commentId}/likes`],
  ["a circle", () => `/users/${member.id}/circle`],
  ["a circle by name", () => `/users/${member.id}/circle`, { q: "a" }],
  ["joined circles", () => `/users/${member.id}/circles`],
  ["notifications", () => "/notifications"],
  ["conversations", () => "/conversations"],
  ["messages", () => `/conversations/${conversationId}/messages`],
  ["reports", () => "/reports"],
  ["decisions about oneself", () => "/decisions"],
  ["cases", () => "/moderation/cases"],
  ["appeals", () => "/moderation/appeals"],
  ["complaints", () => "/moderation/complaints"],
  ["the log", () => "/moderation/log"],
  ["people", () => "/college/people"],
  ["blocked people", () => "/safety/blocks"],
  ["muted people", () => "/safety/mutes"],
  ["search results", () => "/search/users", { q: "a" }],
  ["people of the campus", () => "/people"],
];

/** Lists that only have a cursor. */
const WITHOUT_NUMBERS = [
  "complaints",
  "conversations",
  "messages",
  "reports",
  "blocked people",
  "muted people",
  "decisions about oneself",
  "cases",
  "appeals",
  "the log",
  "people",
  "people of the campus",
];

test("every list in pages is listed here", async () => {
  expect(await pagedRoutesWithout(LISTS.map(([, path]) => path()))).toEqual([]);
});

const numbered = LISTS.filter(([name]) => !WITHOUT_NUMBERS.includes(name));
test.each(numbered)(
  "%s: page numbers end after 10,000 entries, with a message that points to the cursor",
  async (_, path, query = {}) => {
    const getPage = (page: Record<string, string>) =>
      api.get(path(), { token: member.token, query: { ...query, ...page } });
    expect(await getPage({ page: "200", limit: "50" })).toMatchObject({ status: 200 });
    const reply = await getPage({ page: "201", limit: "50" });
    expect(reply).toMatchObject({ status: 400, error: "validation" });
    expect(reply.body).toMatchObject({ message: expect.stringContaining("go on with cursor") });
  },
);

describe.each(LISTS)("%s", (name, path, query = {}) => {
  const getPage = (page: Record<string, string>) =>
    api.get(path(), { token: member.token, query: { ...query, ...page } });

  test("continues with a cursor", async () => {
    const id = "00000000-0000-4000-8000-000000000000";
    const ranked: Record<string, string> = {
      "search results": `1_${id}`,
      "trending posts": `1_1_${id}`,
      messages: "7",
      cases: id,
      complaints: id,
      "the log": "7",
      people: `${id}student`,
      "people of the campus": `${id}student`,
    };
    const cursor = ranked[name] ?? encodeCursor({ at: new Date(), id });
    expect(await getPage({ page: "2000000", limit: "50", cursor })).toMatchObject({ status: 200 });
  });

  test("has a rate limit", async () => {
    const reader = name === "messages" ? partner : await createStaff("admin");
    setLimit("read", 2, 60);
    try {
      const read = () => api.get(path(), { token: reader.token, query });
      expect([(await read()).status, (await read()).status]).toEqual([200, 200]);
      const reply = await read();
      expect(reply).toMatchObject({ status: 429, error: "rate_limited" });
      expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
    } finally {
      resetLimit("read");
    }
  });
});

test("a list is paid by the rows that are asked for", async () => {
  const reader = await createMember();
  setLimit("read", 11, 60);
  try {
    const read = async (limit: string) =>
      (await api.get("/posts", { token: reader.token, query: { limit } })).status;
    expect([await read("50"), await read("41"), await read("10"), await read("1")]).toEqual([
      200, 200, 200, 429,
    ]);
  } finally {
    resetLimit("read");
  }
});
