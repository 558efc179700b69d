import { sessionAnswer } from "@/lib/accounts/schema";
import { setCircle } from "@/lib/circles/server/circle";
import { addComment } from "@/lib/comments/server/comments";
import { setCommentLike } from "@/lib/comments/server/like";
import { db } from "@/lib/platform/db";
import { setBookmark } from "@/lib/posts/server/bookmarks";
import { setLike } from "@/lib/posts/server/like";
import { rankings, trendingTags } from "@/lib/posts/server/trending";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import {
  createConversation,
  createMember,
  createMessage,
  createPost,
  type Member,
  passwordHashOf,
  signIn,
} from "@/tests/factories";
import { type GoogleIssuer, startGoogleIssuer } from "@/tests/google-issuer";
import { liftLimits } from "@/tests/limits";
import { lastCode } from "@/tests/mailbox";
import { pagedRoutesWithout } from "@/tests/paged-routes";
import { useTestDatabase } from "@/tests/test-db";
import { makeOlder } from "@/tests/time";

let google: GoogleIssuer;

beforeAll(useTestDatabase);
beforeAll(liftLimits);
beforeAll(async () => {
  google = await startGoogleIssuer();
});
afterAll(() => google.close());

const deactivate = (me: Member, userId = me.id) =>
  api.post(`/users/${userId}/deactivate`, { token: me.token });

/** Two people who have posted, liked, commented and joined each other's circles. */
async function createFriends() {
  const me = await createMember({ name: "Tara Hiding" });
  const friend = await createMember();
  const [mine, theirs] = [
    await createPost({ author: me, caption: "#onlymine" }),
    await createPost({ author: friend }),
  ];
  await setLike(friend.viewer, mine.id, true);
  await setLike(me.viewer, theirs.id, true);
  await setLike(friend.viewer, theirs.id, true);
  const { comment } = await addComment(me.viewer, theirs.id, "From the hidden one");
  const report = { subject: "comment", subjectId: comment._id, reason: "other" };
  await api.post("/reports", { token: friend.token, body: report });
  const { comment: friends } = await addComment(friend.viewer, theirs.id, "From the friend");
  await setCommentLike(me.viewer, theirs.id, friends._id, true);
  await setCircle(me.viewer, friend.id, true);
  await setCircle(friend.viewer, me.id, true);
  await setBookmark(friend.viewer, mine.id, true);
  const conversationId = await createConversation(me, friend);
  await createMessage({ conversationId, sender: me });
  await makeOlder();
  return { me, friend, mine, theirs, conversationId, commentId: friends._id };
}

type Friends = Awaited<ReturnType<typeof createFriends>>;

/** The answers of every call in which the friend might see the person, as text. */
async function readEverything({
  me,
  friend,
  mine,
  theirs,
  conversationId,
  commentId,
}: Friends): Promise<Record<string, string>> {
  trendingTags.clear();
  rankings.clear();
  const paths = [
    "/posts",
    "/posts?tag=onlymine",
    "/posts/trending",
    "/tags/trending",
    "/search/tags?q=only",
    `/posts/${theirs.id}`,
    `/posts/${theirs.id}/likes`,
    `/posts/${theirs.id}/comments`,
    `/posts/${theirs.id}/comments/${commentId}/likes`,
    `/posts/get-user-post/${friend.id}`,
    "/notifications",
    "/bookmarks",
    `/users/${friend.id}`,
    `/users/${friend.id}/circle`,
    `/users/${friend.id}/circles`,
    "/users/suggestions",
    "/search/users?q=tara",
    "/people?q=tara",
    `/posts/${mine.id}`,
    `/users/${me.id}`,
    `/users/${me.id}/posts`,
    `/users/${me.id}/circle`,
    "/conversations",
    `/conversations/${conversationId}/messages`,
    "/reports",
    "/safety/blocks",
    "/safety/mutes",
  ];
  const answers: Record<string, string> = {};
  for (const address of paths) {
    const [path = "", query = ""] = address.split("?");
    const reply = await api.get(path, {
      token: friend.token,
      query: Object.fromEntries(new URLSearchParams(query)),
    });
    answers[address] = JSON.stringify(reply.body);
  }
  return answers;
}

const mentions = ({ me, mine }: Friends, text: string) =>
  [me.id, mine.id, "Tara Hiding", "the hidden one", "onlymine"].some((word) => text.includes(word));

test("a deactivated person is hidden everywhere at once, and back with the next sign-in", async () => {
  const friends = await createFriends();
  const { me, friend, mine, theirs } = friends;
  const before = await readEverything(friends);
  // The staff see everyone, and decisions are about oneself.
  const routes = await pagedRoutesWithout([...Object.keys(before), "/decisions"]);
  expect(routes.filter((route) => !/^\/(moderation|college)\//.test(route))).toEqual([]);
  const visible = Object.keys(before).filter((path) => mentions(friends, before[path] ?? ""));
  // Suggestions leave out people already joined, the list of a circle does not name its owner, and
  // the friend has blocked and muted no one.
  const never = ["/users/suggestions", `/users/${me.id}/circle`, "/safety/blocks", "/safety/mutes"];
  for (const path of Object.keys(before)) if (!never.includes(path)) expect(visible).toContain(path);

  expect(await deactivate(me)).toMatchObject({ status: 200, body: { message: expect.stringMatching(/\S/) } });
  const hidden = await readEverything(friends);
  expect(Object.entries(hidden).filter(([, text]) => mentions(friends, text))).toEqual([]);
  for (const [method, path] of [
    ["get", `/users/${me.id}`],
    ["get", `/posts/${mine.id}`],
    ["get", `/posts/${mine.id}/comments`],
    ["get", `/posts/${mine.id}/likes`],
    ["post", `/posts/${mine.id}/like`],
    ["post", `/posts/${mine.id}/share`],
    ["post", `/users/${me.id}/follow`],
  ] as const) {
    expect([path, (await api[method](path, { token: friend.token })).status]).toEqual([path, 404]);
  }
  const body = { content: "Are you there?" };
  expect((await api.post(`/posts/${mine.id}/comments`, { token: friend.token, body })).status).toBe(404);
  expect(hidden[`/users/${me.id}`]).toContain("user_deactivated");

  // Counters include hidden people's rows, so that nothing changes when they come back.
  expect(await findDrift()).toEqual([]);
  expect((await api.get(`/posts/${theirs.id}`, { token: friend.token })).body).toMatchObject({
    post: { likes: [friend.id], likesCount: 2, commentsCount: 2 },
  });

  await signIn(await db().user.findUniqueOrThrow({ where: { id: me.id } }));
  expect(await readEverything(friends)).toEqual(before);
  expect(await findDrift()).toEqual([]);
});

test("deactivating ends all sessions", async () => {
  const me = await createMember();
  const phone = await signIn(me.user);
  const reply = await deactivate(me);
  expect(reply.headers.get("Set-Cookie")).toMatch(/Max-Age=0/);
  for (const { token, refreshToken } of [me, phone]) {
    expect(await api.get("/auth/me", { token })).toMatchObject({ status: 401 });
    expect(await api.post("/auth/refresh", { body: { refreshToken } })).toMatchObject({ status: 401 });
  }
  // Signing in again restores the account, not its old sessions.
  await signIn(await db().user.findUniqueOrThrow({ where: { id: me.id } }));
  expect(await api.get("/auth/me", { token: phone.token })).toMatchObject({ status: 401 });
});

describe("coming back", () => {
  const isBack = async (member: Member) => {
    const { isActive, deactivatedAt } = await db().user.findUniqueOrThrow({ where: { id: member.id } });
    return isActive && deactivatedAt === null;
  };

  test("with a code", async () => {
    const me = await createMember();
    await deactivate(me);
    const { email } = me.user;
    expect(await api.post("/auth/send-otp", { body: { email } })).toMatchObject({ status: 200 });
    expect(await isBack(me)).toBe(false);
    const reply = await api.post("/auth/check-otp", { body: { email, otp: await lastCode(email) } });
    const { accessToken, user } = reply.read(sessionAnswer);
    expect(user).toMatchObject({ _id: me.id, isActive: true });
    expect(await isBack(me)).toBe(true);
    expect(await api.get("/auth/me", { token: accessToken })).toMatchObject({ status: 200 });
  });

  test("with a password", async () => {
    const me = await createMember({ passwordHash: await passwordHashOf("golden hour 7") });
    await deactivate(me);
    const login = (password: string) => api.post("/auth/login", { body: { email: me.user.email, password } });
    expect(await login("silver hour 7")).toMatchObject({ status: 401 });
    expect(await isBack(me)).toBe(false);
    expect((await login("golden hour 7")).read(sessionAnswer).user).toMatchObject({ _id: me.id });
    expect(await isBack(me)).toBe(true);
  });

  test("with Google", async () => {
    const me = await createMember();
    await deactivate(me);
    const tokenId = await google.sign({ sub: "g-back", email: me.user.email });
    const reply = await api.post("/auth/google", { body: { tokenId } });
    expect(reply.read(sessionAnswer)).toMatchObject({ newUser: false, user: { _id: me.id, isActive: true } });
    expect(await isBack(me)).toBe(true);
  });

  test("is impossible after an operator has switched the account off", async () => {
    const me = await createMember({ passwordHash: await passwordHashOf("golden hour 7") });
    await deactivate(me);
    await db().user.update({ where: { id: me.id }, data: { deactivatedAt: null } });
    const { email } = me.user;
    expect(await api.post("/auth/send-otp", { body: { email } })).toMatchObject({ status: 404 });
    const body = { email, password: "golden hour 7" };
    expect(await api.post("/auth/login", { body })).toMatchObject({ status: 401 });
    const tokenId = await google.sign({ sub: "g-off", email });
    expect(await api.post("/auth/google", { body: { tokenId } })).toMatchObject({ status: 404 });
    await expect(signIn(await db().user.findUniqueOrThrow({ where: { id: me.id } }))).rejects.toThrow(
      "not found",
    );
    expect(await isBack(me)).toBe(false);
  });
});

test("no one can deactivate another person", async () => {
  const [me, other] = [await createMember(), await createMember()];
  expect(await deactivate(me, other.id)).toMatchObject({ status: 403, error: "forbidden" });
  expect(await api.get("/auth/me", { token: other.token })).toMatchObject({ status: 200 });
});
