import { readdirSync, readFileSync } from "node:fs";
import { setCircle } from "@/lib/circles/server/circle";
import { addComment } from "@/lib/comments/server/comments";
import { editComment } from "@/lib/comments/server/edit";
import { setCommentLike } from "@/lib/comments/server/like";
import { closeStreams } from "@/lib/notifications/server/stream";
import { wellJoinedPeople } from "@/lib/people-search/server/suggestions";
import { db } from "@/lib/platform/db";
import { setBookmark } from "@/lib/posts/server/bookmarks";
import { setLike } from "@/lib/posts/server/like";
import { updatePost } from "@/lib/posts/server/publish";
import { rankings, trendingTags } from "@/lib/posts/server/trending";
import { findByUsername } from "@/lib/profiles/server/username";
import { setBlock } from "@/lib/safety/server/block";
import { setMute } from "@/lib/safety/server/mute";
import { setWord } from "@/lib/safety/server/words";
import type { Prisma } from "@/prisma/generated/client/client";
import { api, listCalls, loadRoute, matchRoute } from "@/tests/api";
import { makeRequest } from "@/tests/call";
import {
  createComment,
  createConversation,
  createMember,
  createMessage,
  createPost,
  type Member,
  suspend,
} from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { readEvents } from "@/tests/sse";
import { useTestDatabase } from "@/tests/test-db";
import { makeOlder } from "@/tests/time";
import { UNAFFILIATED } from "@/tests/user-fixture";

/**
 * What is hidden shows nowhere: every call that reads is listed here with how it is swept, and its
 * answers are searched for the ids, the name and the words of the hidden person. A new call fails
 * until it has a row.
 */

beforeAll(useTestDatabase);
beforeAll(liftLimits);
afterAll(closeStreams);

type World = { me: Member; friend: Member; hider: Member; mark: string; ids: Record<string, string> };

let worlds = 0;

const OWN = "of the viewer alone";
const PUBLIC = "for anyone, so that there is no viewer";

/** Each `GET` route: the addresses that are swept, or why there is nothing to sweep. */
const ROUTES: Record<string, string[] | string> = {
  "/auth/csrf": PUBLIC,
  "/auth/oidc": PUBLIC,
  "/auth/oidc/callback": PUBLIC,
  "/auth/oidc/logout": PUBLIC,
  "/auth/session": PUBLIC,
  "/cron/upkeep": PUBLIC,
  "/dev/outbox": PUBLIC,
  "/health/live": PUBLIC,
  "/health/ready": PUBLIC,
  "/metrics": PUBLIC,
  "/openapi.json": PUBLIC,
  "/auth/me": OWN,
  "/auth/password": OWN,
  "/auth/sessions": OWN,
  "/notifications/preferences": OWN,
  "/conversations/preferences": OWN,
  "/conversations/unread": "two numbers, tested below",
  "/safety/blocks": "whom the viewer has blocked: no one else reads it",
  "/safety/mutes": "whom the viewer has muted: no one else reads it",
  "/safety/words": OWN,
  "/reports": "the viewer's own reports, as they made them",
  "/decisions": OWN,
  "/notices/current": "what the staff announce to everyone",
  "/users/usernames/[username]": "whether a name is taken, by whomever",

  "/users/[userId]": ["/users/{friend}", "/users/{hider}"],
  "/users/[userId]/affiliation-request": OWN,
  "/users/[userId]/posts": ["/users/{friend}/posts", "/users/{hider}/posts"],
  "/users/[userId]/circle": ["/users/{friend}/circle", "/users/{hider}/circle"],
  "/users/[userId]/circles": ["/users/{friend}/circles", "/users/{hider}/circles"],
  "/users/[userId]/export": ["/users/{me}/export"],
  "/users/suggestions": "a test of its own below, because those joined are not suggested",
  "/people": ["/people?q=tara", "/people?q=tara&role=student"],
  "/people/mentionable": ["/people/mentionable?q=tara", "/people/mentionable?postId={theirs}"],
  "/people/recipients": ["/people/recipients?limit=50", "/people/recipients?q=tara"],
  "/search/users": ["/search/users?q=tara", "/search/users?q=tara%20hidden"],
  "/search/tags": ["/search/tags?q=tarat"],
  "/tags/trending": ["/tags/trending"],
  "/posts": ["/posts", "/posts?feed=circle", "/posts?feed=class", "/posts?tag=taratag"],
  "/posts/trending": ["/posts/trending", "/posts/trending?mediaType=image"],
  "/posts/get-user-post/[userId]": ["/posts/get-user-post/{friend}", "/posts/get-user-post/{hider}"],
  "/posts/[postId]": ["/posts/{theirs}", "/posts/{hidden}"],
  "/posts/[postId]/likes": ["/posts/{theirs}/likes", "/posts/{hidden}/likes"],
  "/posts/[postId]/history": ["/posts/{hidden}/history"],
  "/posts/[postId]/comments": [
    "/posts/{theirs}/comments",
    "/posts/{hidden}/comments",
    "/posts/{theirs}/comments?replyTo={thread}",
    "/posts/{theirs}/comments?replyTo={theirThread}",
  ],
  "/posts/[postId]/comments/[commentId]/likes": ["/posts/{theirs}/comments/{thread}/likes"],
  "/posts/[postId]/comments/[commentId]/history": ["/posts/{theirs}/comments/{theirThread}/history"],
  "/bookmarks": ["/bookmarks", "/bookmarks?q=taracaption"],
  "/notifications": ["/notifications"],
  "/notifications/stream": ["/notifications/stream"],
  "/conversations": ["/conversations", "/conversations?box=requests"],
  "/conversations/[conversationId]": [
    "/conversations/{withHider}",
    "/conversations/{withFriend}",
    "/conversations/{request}",
  ],
  "/conversations/[conversationId]/messages": [
    "/conversations/{withHider}/messages",
    "/conversations/{withFriend}/messages",
    "/conversations/{request}/messages",
  ],
};

/** Where the hidden person does not show in any case: answers that say nothing of them. */
const NEVER = [
  "/users/{hider}/circle",
  "/users/{hider}/circles",
  "/posts/{hidden}/comments",
  "/posts/{hidden}/likes",
];
/**
 * Where a muted person shows as before: where the viewer asked for them. Their messages come, but
 * are not pushed.
 */
const ASKED_FOR = [
  "/users/{friend}",
  "/users/{friend}/circle",
  "/users/{friend}/circles",
  "/users/{hider}",
  "/users/{hider}/posts",
  "/users/{me}/export",
  "/people/recipients?q=tara",
  "/search/users?q=tara",
  "/search/users?q=tara%20hidden",
  "/search/tags?q=tarat",
  "/posts/get-user-post/{hider}",
  "/posts/{hidden}",
  "/posts/{hidden}/history",
  "/posts/{theirs}/comments/{theirThread}/history",
  "/bookmarks",
  "/bookmarks?q=taracaption",
  "/conversations",
  "/conversations?box=requests",
  "/conversations/{withHider}",
  "/conversations/{withFriend}",
  "/conversations/{request}",
  "/conversations/{withHider}/messages",
  "/conversations/{withFriend}/messages",
  "/conversations/{request}/messages",
];

/** The staff see everything there; in the campus they are people like others. */
const isForStaff = (path: string) => /^\/(moderation|college)\//.test(path);

const SWEPT = Object.values(ROUTES).flatMap((row) => (Array.isArray(row) ? row : []));

test("every call that reads has a row", async () => {
  const reading = (await listCalls()).flatMap(({ name }) => (name.startsWith("GET ") ? name.slice(4) : []));
  expect(reading.filter((path) => !(path in ROUTES) && !isForStaff(path))).toEqual([]);
});

/** Three people: `hider` has left traces wherever `me` and a friend of both look. */
async function createWorld(): Promise<World> {
  // In all that the hider says, to distinguish them from the texts of other tests.
  const mark = `tara${"abcdefghijklmnopqrstuvwxyz"[worlds++]}`;
  const ofClass = { department: "CSE", batch: 2027 };
  const [me, friend, hider] = [
    await createMember({ name: "Kabir Looking", ...ofClass }),
    await createMember({ name: "Meera Between" }),
    await createMember({ name: `${mark} hidden`, bio: `${mark}bio`, ...ofClass }),
  ];
  const mine = await createPost({ author: me, caption: "Mine" });
  const theirs = await createPost({ author: friend, caption: "Between" });
  const hidden = await createPost({ author: hider, caption: `${mark}before` });
  await updatePost(hider.viewer, hidden.id, { caption: `${mark}caption #${mark}tag` });
  for (const person of [me, friend]) {
    await setCircle(person.viewer, hider.id, true);
    await setCircle(hider.viewer, person.id, true);
    await setLike(person.viewer, hidden.id, true);
  }
  await setCircle(me.viewer, friend.id, true);
  for (const post of [mine, theirs]) {
    await setLike(hider.viewer, post.id, true);
    await addComment(hider.viewer, post.id, `${mark}comment`);
  }
  await addComment(me.viewer, hidden.id, "From me");
  const thread = await createComment({ post: theirs, author: friend });
  await setCommentLike(hider.viewer, theirs.id, thread, true);
  await addComment(hider.viewer, theirs.id, `${mark}reply`, { replyTo: thread });
  const theirThread = await createComment({ post: theirs, author: hider, content: `${mark}first` });
  await editComment(hider.viewer, theirs.id, theirThread, `${mark}edited`);
  // What others answer to someone who is hidden is hidden with them.
  await addComment(friend.viewer, theirs.id, `To ${mark}`, { replyTo: theirThread });
  await setBookmark(me.viewer, hidden.id, true);
  await api.post("/notifications", {
    token: hider.token,
    body: { receiverId: me.id, type: "like", message: `${mark}own` },
  });
  const withHider = await createConversation(me, hider);
  await createMessage({ conversationId: withHider, sender: me, text: "To her" });
  await createMessage({ conversationId: withHider, sender: hider });
  const withFriend = await createConversation(friend, me);
  await createMessage({ conversationId: withFriend, sender: friend, postId: hidden.id });
  const asker = await createMember({ name: "Asker Asking" });
  const request = await createConversation(asker, me);
  await createMessage({ conversationId: request, sender: asker, postId: hidden.id });
  await makeOlder();
  const people = { me: me.id, friend: friend.id, hider: hider.id };
  const ids = { ...people, mine: mine.id, theirs: theirs.id, thread, theirThread };
  return { me, friend, hider, mark, ids: { ...ids, hidden: hidden.id, withHider, withFriend, request } };
}

/** The answer of a call as text, of whatever type. */
async function readText({ me, ids, mark }: World, address: string): Promise<string> {
  const [path = "", query = ""] = address
    .replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? "")
    .replace("tara", mark)
    .split("?");
  const { segments, params } = matchRoute(path);
  const { GET } = await loadRoute(segments);
  const request = makeRequest({
    path: `/api${path}`,
    token: me.token,
    query: Object.fromEntries(new URLSearchParams(query)),
  });
  const response = await GET(request, { params: Promise.resolve(params) });
  if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) return response.text();
  const reader = readEvents(response.body as ReadableStream<Uint8Array>);
  const { data } = await reader.until(({ event }) => event === "notifications", 5_000);
  await reader.leave();
  return data;
}

/** The swept addresses whose answers have a trace of the hidden person. */
async function findTraces(world: World): Promise<string[]> {
  trendingTags.clear();
  rankings.clear();
  const { hider, ids, mark } = world;
  const found: string[] = [];
  for (const address of SWEPT) {
    const text = await readText(world, address);
    // What the viewer did, and what others sent them, stays with the bare id of a hidden post.
    const mayHoldIds = address.endsWith("/export") || address.startsWith("/conversations");
    const traces = mayHoldIds ? [mark, hider.id] : [mark, hider.id, ids.hidden ?? ""];
    if (traces.some((trace) => text.includes(trace))) found.push(address);
  }
  return found;
}

const visible = SWEPT.filter((address) => !NEVER.includes(address));

test("a stranger, and a person who hides nothing, see all of it", async () => {
  const world = await createWorld();
  expect((await findTraces(world)).sort()).toEqual([...visible].sort());
  expect(await findByUsername(world.me.viewer, world.hider.user.username ?? "")).toBe(world.hider.id);
});

test("someone who was blocked finds nothing of the blocker", async () => {
  const world = await createWorld();
  const { me, hider, ids } = world;
  await setBlock(hider.viewer, me.id, true);
  expect(await findTraces(world)).toEqual([]);
  expect(await findByUsername(me.viewer, hider.user.username ?? "")).toBeUndefined();
  for (const path of [`/users/${hider.id}`, `/users/${hider.id}/posts`, `/posts/${ids.hidden}`]) {
    expect(await api.get(path, { token: me.token })).toMatchObject({ status: 404, error: "not_found" });
  }
  await setBlock(hider.viewer, me.id, false);
  const restored = await findTraces(world);
  expect(restored).toEqual(expect.arrayContaining(["/posts", "/conversations", "/users/{hider}"]));
  // Neither circles nor notifications come back.
  expect(restored).not.toContain("/notifications");
  expect(await db().follow.count({ where: { followerId: { in: [me.id, hider.id] } } })).toBe(2);
});

test("a blocker finds nothing of the person but whom to unblock", async () => {
  const world = await createWorld();
  const { me, hider } = world;
  await setBlock(me.viewer, hider.id, true);
  // The export names them among the blocked people, as the settings do.
  expect(await findTraces(world)).toEqual(["/users/{hider}", "/users/{me}/export"]);
  // The whole answer: a new field of profiles is not here until someone has decided about it.
  const { name, username, collegeName, role, createdAt } = hider.user;
  expect((await api.get(`/users/${hider.id}`, { token: me.token })).body).toEqual({
    user: {
      ...{
        _id: hider.id,
        name,
        username,
        collegeName,
        role,
        affiliation: UNAFFILIATED,
        programme: null,
        section: null,
        isActive: true,
        avatar: "",
        bio: "",
        mentions: [],
        banner: "",
      },
      ...{
        followersCount: 0,
        followingCount: 0,
        postsCount: 0,
        circleCount: 0,
        followers: [],
        following: [],
      },
      ...{ reach: 0, isFollowing: false, isInCircle: false, isInMyCircle: false, isBlocked: true },
      ...{ isMuted: false, mutedUntil: null, mentions: [] },
      ...{ createdAt: createdAt.toISOString(), updatedAt: expect.any(String) },
    },
  });
  expect((await api.get(`/users/${hider.id}/posts`, { token: me.token })).body).toMatchObject({
    posts: [],
    total: 0,
  });
  const file = await readText(world, "/users/{me}/export");
  for (const word of ["caption", "comment", "own"]) expect(file).not.toContain(`${world.mark}${word}`);
});

test("a muted person shows only where the viewer asks for them, until the mute ends", async () => {
  const world = await createWorld();
  const { me, hider } = world;
  await setMute(me.viewer, hider.id, { muted: true });
  expect((await findTraces(world)).sort()).toEqual(
    visible.filter((address) => ASKED_FOR.includes(address)).sort(),
  );
  const until = new Date(Date.now() + 60_000);
  await setMute(me.viewer, hider.id, { muted: true, until: until.toISOString() });
  expect((await api.get(`/users/${hider.id}`, { token: me.token })).body).toMatchObject({
    user: { isMuted: true, mutedUntil: until.toISOString() },
  });
  await db().mute.updateMany({ data: { until: new Date(Date.now() - 1) } });
  expect((await findTraces(world)).sort()).toEqual([...visible].sort());
  expect((await api.get(`/users/${hider.id}`, { token: me.token })).body).toMatchObject({
    user: { isMuted: false, mutedUntil: null },
  });
});

const now = new Date();
const HIDDEN_FROM_EVERYONE: Record<string, Prisma.UserUpdateInput> = {
  banned: { isActive: false, suspendedAt: now },
  deactivated: { isActive: false, deactivatedAt: now },
  "switched off": { isActive: false, switchedOffAt: now },
  "deleted and not removed yet": { isActive: false, deletedAt: now },
};

test.each(Object.entries(HIDDEN_FROM_EVERYONE))("a person who is %s shows nowhere", async (_, data) => {
  const world = await createWorld();
  await db().user.update({ where: { id: world.hider.id }, data });
  expect(await findTraces(world)).toEqual([]);
});

test("a suspended person shows as before", async () => {
  const world = await createWorld();
  await suspend(world.hider, 7);
  expect((await findTraces(world)).sort()).toEqual([...visible].sort());
});

test.each([
  ["withheld by moderators", { isActive: false, withheldAt: now }],
  ["deleted by its author", { isActive: false, deletedAt: now }],
])("a post that is %s shows nowhere, nor do its words", async (_, data) => {
  const world = await createWorld();
  await db().post.update({ where: { id: world.ids.hidden ?? "" }, data });
  trendingTags.clear();
  rankings.clear();
  for (const address of SWEPT) {
    const text = await readText(world, address);
    expect([address, text.includes(`${world.mark}caption`)]).toEqual([address, false]);
  }
});

test.each(["has blocked the viewer", "is hidden from everyone"])(
  "a muted person who %s shows nowhere",
  async (how) => {
    const world = await createWorld();
    const { me, hider } = world;
    await setMute(me.viewer, hider.id, { muted: true });
    if (how === "has blocked the viewer") await setBlock(hider.viewer, me.id, true);
    else await db().user.update({ where: { id: hider.id }, data: { isActive: false } });
    expect(await findTraces(world)).toEqual([]);
  },
);

test("a blocked person who is hidden from everyone shows nowhere", async () => {
  const world = await createWorld();
  await setBlock(world.me.viewer, world.hider.id, true);
  await db().user.update({ where: { id: world.hider.id }, data: { isActive: false } });
  expect(await findTraces(world)).toEqual([]);
});

test("muted words hide posts in lists, comments and what quotes them, but never one's own", async () => {
  const world = await createWorld();
  const { me, ids, mark } = world;
  for (const word of [`#${mark}tag`, `${mark}comment`, `${mark}own`, "mine"])
    await setWord(me.viewer, word, true);
  await addComment(me.viewer, ids.theirs ?? "", "It is mine");
  const lists = [
    ...["/posts", "/posts?feed=circle", "/posts?tag=taratag", "/posts/trending", "/tags/trending"],
    ...["/users/{hider}/posts", "/posts/get-user-post/{hider}", "/posts/{theirs}/comments", "/notifications"],
  ];
  const words = ["caption", "comment", "tag", "own"].map((word) => mark + word);
  trendingTags.clear();
  for (const address of lists) {
    const text = await readText(world, address);
    expect([address, words.filter((word) => text.includes(word))]).toEqual([address, []]);
  }
  expect(await readText(world, "/posts")).toContain(ids.mine);
  expect(await readText(world, "/posts/{theirs}/comments")).toContain("It is mine");
  // Who opens a post sees it.
  expect(await readText(world, "/posts/{hidden}")).toContain(`${mark}caption`);
});

test.each(["blocks", "is blocked by", "mutes"])(
  "a person is not suggested to someone who %s them",
  async (how) => {
    const [me, via, other] = [await createMember(), await createMember(), await createMember()];
    await setCircle(me.viewer, via.id, true);
    await setCircle(via.viewer, other.id, true);
    wellJoinedPeople.clear();
    const suggested = async () =>
      JSON.stringify((await api.get("/users/suggestions", { token: me.token })).body).includes(other.id);
    expect(await suggested()).toBe(true);
    if (how === "blocks") await setBlock(me.viewer, other.id, true);
    else if (how === "mutes") await setMute(me.viewer, other.id, { muted: true });
    else await setBlock(other.viewer, me.id, true);
    expect(await suggested()).toBe(false);
  },
);

test("nobody's age changes an answer to anyone", async () => {
  const world = await createWorld();
  const { hider } = world;
  const ofClass = { department: "CSE", batch: 2027 };
  const strangers = [
    await createMember(ofClass),
    await createMember({ ...ofClass, isAdult: false }),
    await createMember({ isAdult: null }),
  ];
  const worlds = [
    world,
    ...(await Promise.all(
      strangers.map(async (stranger) => {
        const withHider = await createConversation(stranger, hider);
        return { ...world, me: stranger, ids: { ...world.ids, me: stranger.id, withHider } };
      }),
    )),
  ];
  // An export says when it was made.
  const addresses = [
    ...SWEPT.filter((address) => !address.endsWith("/export")),
    "/users/suggestions?limit=50",
  ];
  wellJoinedPeople.clear();
  const answersAt = async (isAdult: boolean | null) => {
    await db().user.update({ where: { id: hider.id }, data: { isAdult } });
    trendingTags.clear();
    rankings.clear();
    const answers: Record<string, string> = {};
    for (const seen of worlds)
      for (const address of addresses)
        answers[`${seen.me.user.name} ${address}`] = await readText(seen, address);
    return answers;
  };
  const atEighteen = await answersAt(true);
  const offered = Object.keys(atEighteen).filter(
    (key) => /suggestions|recipients|mentionable\?q/.test(key) && atEighteen[key]?.includes(hider.id),
  );
  // All may write to them and name them, and they are suggested to all who have not joined them.
  expect(offered).toHaveLength(worlds.length * 4 - 1);
  expect(await answersAt(false)).toEqual(atEighteen);
  expect(await answersAt(null)).toEqual(atEighteen);
});

/** What pages load besides: who asks, texts for anyone, and the viewer's own. */
const NOT_SWEPT = new Set([
  ...["pageViewer", "pageViewerOrBanned", "isBanned", "isKeptOut", "getOwnUser", "pageUser", "countUnread"],
  ...["getLegalDocument", "viewsOfRecentDays", "outboxAccess", "listMailTemplates", "campusFile"],
  ...["departments", "programmes", "collegeCodeOf"],
  // Tested above.
  "findByUsername",
]);

const filesBelow = (folder: string, name: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => name.test(file))
    .map((file) => `${folder}/${file}`);

/** What a file imports from the services, by name; types left out. */
const servicesOf = (file: string) =>
  [
    ...readFileSync(file, "utf8").matchAll(/import \{([^}]*)\} from "@\/lib\/(?!query\/)[\w-]+\/server\//g),
  ].flatMap(([, names = ""]) =>
    names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith("type ")),
  );

test("pages, and their titles, show what the swept calls answer", () => {
  const called = new Set(filesBelow("app/api", /route\.ts$/).flatMap(servicesOf));
  const pages = filesBelow("app", /(?:page|layout|default)\.tsx$/);
  const unswept = pages.flatMap((file) =>
    servicesOf(file).flatMap((name) => (called.has(name) || NOT_SWEPT.has(name) ? [] : [`${file}: ${name}`])),
  );
  expect(unswept).toEqual([]);
});
