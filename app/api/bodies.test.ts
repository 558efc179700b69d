import { JSON_BODY_MS } from "@/lib/api/server/body";
import type { Endpoints } from "@/lib/api/server/route";
import { setCircle } from "@/lib/circles/server/circle";
import { db } from "@/lib/platform/db";
import { LIMIT_NAMES } from "@/lib/platform/limits";
import { api, listCalls, loadRoute, type Method, request } from "@/tests/api";
import {
  addressOf,
  createAsset,
  createCase,
  createComment,
  createConversation,
  createMember,
  createMessage,
  createPost,
  createStaff,
  createUser,
  type Member,
} from "@/tests/factories";
import { liftLimits, setLimit } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

/** Bad bodies, sent to every call that takes one: always 4xx with a message, and no change. */

type Call = {
  body: Record<string, unknown>;
  /** What its address has, where the usual ids do not do. */
  ids?: Record<string, string>;
  /** It may be made without a body. */
  optional?: true;
  /** It needs no sign-in. */
  open?: true;
};

/** Creates a notification for `member` and returns its id. */
async function createNotificationFor(member: Member): Promise<string> {
  const fan = await createMember();
  await setCircle(fan.viewer, member.id, true);
  const { id } = await db().notification.findFirstOrThrow({ where: { receiverId: member.id } });
  return id;
}

/** What the staff are asked to decide about `member`, and about someone else. */
async function createModeration(member: Member, person: { id: string }) {
  const about = { subject: "person", subjectId: person.id, person } as const;
  const caseId = await createCase(about);
  const decide = async (personId: string) => {
    const id = crypto.randomUUID();
    const reason = "Please be kinder.";
    await db().decision.create({ data: { id, caseId, personId, outcome: "warned", reason } });
    return id;
  };
  const [decisionId, appealed] = [await decide(member.id), await decide(person.id)];
  const appealId = crypto.randomUUID();
  await db().appeal.create({
    data: { id: appealId, decisionId: appealed, personId: person.id, text: "No" },
  });
  return { caseId, decisionId, appealId };
}

const WORDS = "Please be kinder in comments.";
/** A push subscription with the keys of the example in RFC 8291. */
const SUBSCRIPTION = {
  endpoint: "https://fcm.googleapis.com/fcm/send/one",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};

/** A valid body for each call, and what the addresses have. */
async function createCalls(member: Member) {
  const own = await createPost({ author: member });
  const other = await createPost();
  const receiver = await createUser();
  const hidden = await createUser();
  const asset = await createAsset(member);
  const conversationId = await createConversation(member, receiver);
  const messageId = await createMessage({ conversationId, sender: member });
  const received = await createMessage({ conversationId, sender: receiver });
  const notice = await db().notice.create({ data: { id: crypto.randomUUID(), text: "To everyone" } });
  const commentId = await createComment({ post: other, author: member });
  const usual: Record<string, string> = {
    commentId,
    ...(await createModeration(member, receiver)),
    conversationId,
    memberId: receiver.id,
    noticeId: notice.id,
    notificationId: await createNotificationFor(member),
    postId: other.id,
    userId: receiver.id,
  };
  const { email } = member.user;
  const rows: Record<string, Call> = {
    "POST /decisions/[decisionId]/appeal": { body: { text: WORDS } },
    "POST /moderation/cases": { body: { subject: "post", subjectId: other.id } },
    "POST /moderation/cases/[caseId]/assign": { body: {}, optional: true },
    "POST /moderation/cases/[caseId]/decision": { body: { outcome: "suspended", reason: WORDS, days: 3 } },
    "POST /moderation/cases/[caseId]/notes": { body: { text: WORDS } },
    "PUT /moderation/cases/[caseId]/hold": { body: { held: true } },
    "POST /moderation/decisions/[decisionId]/undo": { body: { reason: WORDS } },
    "POST /moderation/appeals/[appealId]/decision": { body: { accepted: true, answer: WORDS } },
    "POST /moderation/notices": { body: { text: WORDS, days: 3 } },
    "POST /notices/[noticeId]/dismiss": { body: {}, optional: true },
    "POST /college/people/[memberId]/age": { body: { age: "confirmed" } },
    "POST /college/people/[memberId]/staff-role": { body: { staffRole: null } },
    "PUT /college/people/[memberId]": { body: { role: "faculty", department: "CSE" } },
    "POST /auth/register": { open: true, body: { email: "new@mitsgwl.ac.in", name: "New Student" } },
    "POST /auth/send-otp": { open: true, body: { email } },
    "POST /auth/check-otp": {
      open: true,
      body: { email, otp: "123456", accessToken: true, collegeName: "MITS" },
    },
    "POST /auth/login": { open: true, body: { email, password: "four words" } },
    "POST /auth/google": {
      open: true,
      body: { tokenId: "token", collegeId: "-", collegeName: "-", role: "student" },
    },
    "POST /auth/refresh": { open: true, body: { refreshToken: "token" } },
    "POST /auth/logout": { open: true, body: { refreshToken: "token" } },
    "POST /auth/signout": { open: true, body: { csrfToken: "0".repeat(64) } },
    "POST /analytics/page-view": { open: true, body: { path: "/mainfeed" } },
    "POST /client-errors": {
      open: true,
      body: { reference: crypto.randomUUID(), name: "Error", message: "No", stack: "", path: "/mainfeed" },
    },
    "POST /complaints": {
      open: true,
      body: { reason: "other", place: "The feed", text: "Please look", email: "" },
    },
    "POST /complaints/confirm": {
      open: true,
      body: { complaintId: crypto.randomUUID(), key: "k".repeat(22) },
    },
    "PUT /auth/password": {
      body: { password: "four words", currentPassword: "three words", otp: "123456" },
    },
    "POST /auth/reauthenticate": { body: { currentPassword: "three words" } },
    "PUT /users/[userId]": {
      ids: { userId: member.id },
      body: {
        name: "Another Name",
        username: "another",
        bio: "Hello",
        collegeName: "MITS",
        collegeId: "0901",
        department: "CSE",
        programme: "BTECH",
        batch: 2027,
        section: "A",
        whoSeesBatch: "circle",
        isListed: false,
      },
    },
    "POST /users/[userId]/affiliation-request": {
      ids: { userId: member.id },
      body: { role: "faculty", department: "CSE" },
    },
    "POST /users/[userId]/follow": { body: { inCircle: true }, optional: true },
    "POST /users/[userId]/block": { ids: { userId: hidden.id }, body: { blocked: true } },
    "POST /users/[userId]/mute": {
      ids: { userId: hidden.id },
      body: { muted: true, until: new Date(Date.now() + 60_000).toISOString() },
    },
    "POST /safety/words": { body: { word: "exam week", muted: true } },
    "PUT /posts/[postId]": { ids: { postId: own.id }, body: { caption: "Another", whoCanComment: "nobody" } },
    "PUT /posts/[postId]/restore": { ids: { postId: own.id }, body: {}, optional: true },
    "POST /posts/[postId]/like": { body: { liked: true }, optional: true },
    "POST /posts/[postId]/bookmark": { body: { bookmarked: true }, optional: true },
    "POST /posts/[postId]/share": { body: {}, optional: true },
    "POST /posts/[postId]/comments": { body: { content: "Hi", replyTo: commentId } },
    "POST /posts/[postId]/comment": { body: { content: "Hi" } },
    "PUT /posts/[postId]/comments/[commentId]": { body: { content: "Changed" } },
    "POST /posts/[postId]/comments/[commentId]/like": { body: { liked: true }, optional: true },
    "POST /posts/[postId]/mute": { body: { muted: true } },
    "POST /upload/pre-calculated": {
      body: {
        caption: "New",
        whoCanComment: "circle",
        mediaType: "image",
        cloudinaryUrl: addressOf(asset),
        visibility: "public",
        altText: "A tree",
        kind: "card",
        background: "leaf",
      },
    },
    "POST /upload/signature": { body: { mediaType: "image" } },
    "PUT /notifications/mark-all-seen": { body: { ids: [receiver.id], postId: own.id }, optional: true },
    "PUT /notifications/viewed": { body: {}, optional: true },
    "PUT /notifications/[notificationId]/seen": { body: {}, optional: true },
    "PUT /notifications/[notificationId]/restore": { body: {}, optional: true },
    "PUT /notifications/preferences": { body: { like: true } },
    "POST /notifications/push-subscriptions": { body: SUBSCRIPTION },
    "POST /notifications": { body: { receiverId: receiver.id, type: "follow", message: "Hi" } },
    "POST /reports": {
      body: { subject: "message", subjectId: received, reason: "spam", text: "No", evidence: [received] },
    },
    "POST /conversations": { body: { userId: receiver.id } },
    "PUT /conversations/preferences": {
      body: { whoCanMessage: "circle", whoCanMention: "circle", seenMarks: false },
    },
    "POST /conversations/[conversationId]/accept": { body: {}, optional: true },
    "POST /conversations/[conversationId]/messages": {
      body: { text: "Hi", postId: other.id, clientId: crypto.randomUUID() },
    },
    "PUT /conversations/[conversationId]/seen": { body: { messageId } },
  };
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, { ...row, ids: { ...usual, ...row.ids } }]),
  );
}

/**
 * Calls that take no JSON or work only once: a form, browser reports
 * (lib/analytics/server/reports.test.ts), and a call that ends its own session (tested with its
 * route).
 */
const EXCEPTIONS = [
  // Its body is empty (app/api/notices/notices.test.ts).
  "POST /moderation/complaints/[complaintId]/handled",
  "POST /upload/avatar",
  // Tested with its route, too (app/api/college/import.test.ts).
  "POST /college/people/import",
  "POST /csp-reports",
  // And this one's (app/api/auth/providers.test.ts).
  "POST /auth/oidc",
  "POST /users/[userId]/deactivate",
  // Its body is empty, too (app/api/moderation/decisions.test.ts).
  "POST /moderation/decisions/[decisionId]/confirm",
  // As is this one's (app/api/college/people.test.ts).
  "POST /college/people/[memberId]/sign-out",
];

/**
 * The specified calls (docs/product.md, Differs on purpose): they ignore unknown fields. A new call
 * does not belong here.
 */
const SPECIFIED = [
  "POST /auth/register",
  "POST /auth/send-otp",
  "POST /auth/check-otp",
  "POST /auth/google",
  "PUT /users/[userId]",
  "POST /users/[userId]/follow",
  "PUT /posts/[postId]",
  "POST /posts/[postId]/like",
  "POST /posts/[postId]/comments",
  "POST /posts/[postId]/comment",
  "POST /posts/[postId]/share",
  "POST /upload/pre-calculated",
  "POST /notifications",
  "PUT /notifications/mark-all-seen",
  "PUT /notifications/[notificationId]/seen",
];

/** Fields that no client may set in any call. */
const FORBIDDEN = [
  "_id",
  "id",
  "role",
  "verified",
  "verifiedAt",
  "isActive",
  "provider",
  "googleSub",
  "oidcSubject",
  "password_hash",
  "passwordHash",
  "username",
  "followers",
  "following",
  "followersCount",
  "followingCount",
  "postsCount",
  "likes",
  "likesCount",
  "commentsCount",
  "sharesCount",
  "userId",
  "authorId",
  "senderId",
  "seen",
  "createdAt",
  "constructor",
  "__proto__",
];

const DEEP = `${'{"a":'.repeat(4_000)}1${"}".repeat(4_000)}`;
const WIDE = JSON.stringify({ email: "a".repeat(140_000) });

/** Bodies that no call accepts, with their status. */
const BROKEN: [name: string, status: number, body: unknown, headers?: Record<string, string>][] = [
  ["half a body", 400, '{"email": "a@b.c"'],
  ["no JSON", 400, "email=a@b.c"],
  ["a trailing comma", 400, '{"a":1,}'],
  ["NaN", 400, '{"a":NaN}'],
  ["two bodies", 400, "{}{}"],
  ["a text", 400, '"text"'],
  ["a number", 400, "7"],
  ["a list", 400, "[]"],
  ["a list of lists", 400, `${"[".repeat(15_000)}${"]".repeat(15_000)}`],
  ["a deep body", 400, DEEP],
  ["NUL in a name", 400, '{"\\u0000":1}'],
  ["a lone surrogate in a name", 400, '{"\\ud800":1}'],
  ["another type", 415, "{}", { "Content-Type": "text/plain" }],
  ["a form's type", 415, "{}", { "Content-Type": "application/x-www-form-urlencoded" }],
  ["a type that only begins like JSON", 415, "{}", { "Content-Type": "application/jsonp" }],
  ["a body that is too large", 413, WIDE],
  ["a body that says it is too large", 413, "{}", { "Content-Length": "140000" }],
];

/** Values that no field accepts. */
const STRANGE: unknown[] = [
  { contains: "@" },
  { gt: "" },
  { $ne: null },
  { set: "x" },
  [],
  ["x"],
  1e308,
  -1,
  "a\u0000b",
  "a\ud800b",
  "\udc00",
  { a: { a: { a: {} } } },
];

let member: Member;
let calls: Record<string, Call>;

beforeAll(useTestDatabase);
beforeAll(liftLimits);
beforeAll(async () => {
  member = await createStaff("admin");
  calls = await createCalls(member);
});

/** All data except rate limits. */
async function snapshot(): Promise<unknown> {
  const [users, posts, assets, notifications, sessions, codes, follows, likes, comments, bookmarks] =
    await Promise.all([
      db().user.findMany({ orderBy: { id: "asc" } }),
      db().post.findMany({ orderBy: { id: "asc" } }),
      db().mediaAsset.count(),
      db().notification.count(),
      db().session.count(),
      db().oneTimeCode.count(),
      db().follow.count(),
      db().like.count(),
      db().comment.count(),
      db().bookmark.count(),
    ]);
  const counts = [assets, notifications, sessions, codes, follows, likes, comments, bookmarks];
  return { users, posts, counts };
}

async function expectNoChange(act: () => Promise<void>): Promise<void> {
  const before = await snapshot();
  await act();
  expect(await snapshot()).toEqual(before);
}

function send(name: string, body: unknown, headers?: Record<string, string>) {
  const { ids, open } = calls[name] as Call;
  const [method, address = ""] = name.split(" ");
  const path = address.replaceAll(/\[(\w+)\]/g, (_, id) => ids?.[id] ?? "");
  const token = open ? undefined : member.token;
  return request(method as Method, path, { body, token, ...(headers ? { headers } : {}) });
}

test("every call that takes a body is listed here", async () => {
  const names = (await listCalls()).flatMap(({ method, name }) =>
    ["POST", "PUT", "PATCH"].includes(method) ? name : [],
  );
  expect(names.sort()).toEqual([...Object.keys(calls), ...EXCEPTIONS].sort());
});

test.each(BROKEN.map(([name, ...details]) => [name, details] as const))(
  "%s is rejected by every call",
  async (_, broken) => {
    const [status, body, headers] = broken;
    await expectNoChange(async () => {
      for (const name of Object.keys(calls)) {
        expect([name, (await send(name, body, headers)).status]).toEqual([name, status]);
      }
    });
  },
);

test("calls without a sign-in have a lower size limit", async () => {
  const body = { email: "a".repeat(40_000) };
  expect(await api.post("/auth/send-otp", { body })).toMatchObject({ status: 413, error: "too_large" });
  const { token } = member;
  // For members the limit is higher, because of long captions.
  expect(await api.put("/notifications/preferences", { token, body })).toMatchObject({ status: 400 });
});

describe("a body that never ends", () => {
  async function sendForever(headers: Record<string, string>): Promise<Response> {
    const forever = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
    });
    const route = await loadRoute(["auth", "send-otp"]);
    const options = { method: "POST", headers, body: forever, duplex: "half" };
    const request = new Request("http://localhost:3000/api/auth/send-otp", options as RequestInit);
    return route.POST(request, { params: Promise.resolve({}) });
  }

  test("times out, and the connection is closed", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] });
    try {
      const pendingResponse = sendForever({ "Content-Type": "application/json" });
      await jest.advanceTimersByTimeAsync(JSON_BODY_MS);
      const response = await pendingResponse;
      expect(response.status).toBe(408);
      expect(response.headers.get("Connection")).toBe("close");
      expect(await response.json()).toEqual({
        error: "timeout",
        message: "The request took too long to arrive. Please try again.",
      });
    } finally {
      jest.useRealTimers();
    }
  });

  test("is rejected at once when its headers say that it is not JSON or too large", async () => {
    const form = { "Content-Type": "multipart/form-data; boundary=x", "Content-Length": "9" };
    expect((await sendForever(form)).status).toBe(415);
    const large = { "Content-Type": "application/json", "Content-Length": "40000" };
    expect((await sendForever(large)).status).toBe(413);
  });
});

const callsWith = ({ optional }: { optional: boolean }) =>
  Object.keys(calls).filter((name) => (calls[name]?.optional ?? false) === optional);
/** How clients send no body. */
const NOTHING = [undefined, "", "null", " null "];

test("an empty body and null are rejected where a body is required", async () => {
  await expectNoChange(async () => {
    for (const name of callsWith({ optional: false })) {
      for (const nothing of NOTHING) {
        expect([name, nothing, (await send(name, nothing)).status]).toEqual([name, nothing, 400]);
      }
    }
  });
});

test("an empty body, null and an empty object are the same where the body is optional", async () => {
  const optionalCalls = callsWith({ optional: true });
  expect(optionalCalls).toHaveLength(13);
  for (const name of optionalCalls) {
    for (const nothing of [...NOTHING, "{}"]) {
      expect([name, nothing, (await send(name, nothing)).status]).toEqual([name, nothing, 200]);
    }
  }
});

test("an empty body toggles a like or a join, and marks all notifications as seen", async () => {
  const other = await createPost();
  for (const [body, isLiked] of [
    ["{}", true],
    ["null", false],
    [undefined, true],
  ] as const) {
    const reply = await api.post(`/posts/${other.id}/like`, { token: member.token, body });
    expect([body, reply.body]).toEqual([body, expect.objectContaining({ isLiked })]);
  }
  for (const [body, isInCircle] of [
    ["null", true],
    ["{}", false],
    [undefined, true],
  ] as const) {
    const reply = await api.post(`/users/${other.authorId}/follow`, { token: member.token, body });
    expect([body, reply.body]).toEqual([body, expect.objectContaining({ isInCircle })]);
  }
  await api.put("/notifications/mark-all-seen", { token: member.token });
  for (const body of ["{}", "null", undefined]) {
    await createNotificationFor(member);
    const reply = await api.put("/notifications/mark-all-seen", { token: member.token, body });
    expect([body, reply.body]).toEqual([body, { updated: 1 }]);
  }
});

test("no field accepts an operator, a list, an absurd number or invalid characters", async () => {
  await expectNoChange(async () => {
    for (const [name, { body }] of Object.entries(calls)) {
      for (const field of Object.keys(body)) {
        for (const value of STRANGE) {
          const reply = await send(name, { ...body, [field]: value });
          expect([name, field, value, reply.status]).toEqual([name, field, value, 400]);
        }
      }
    }
  });
});

/** The forbidden fields that `name` does not take. */
function forbiddenIn(name: string): string[] {
  return FORBIDDEN.filter((field) => !Object.hasOwn(calls[name]?.body ?? {}, field));
}

test("unknown fields are rejected in every body that was not specified", async () => {
  await expectNoChange(async () => {
    for (const [name, { body }] of Object.entries(calls)) {
      if (SPECIFIED.includes(name)) continue;
      for (const field of forbiddenIn(name)) {
        const reply = await send(name, { ...body, [field]: "admin" });
        expect([name, field, reply.status, reply.error]).toEqual([name, field, 400, "validation"]);
      }
    }
  });
});

describe("specified calls ignore fields that they do not know", () => {
  /** What a client may send in addition to a call's own fields. */
  const extrasOf = (name: string) =>
    Object.fromEntries([...forbiddenIn(name), "appVersion"].map((field) => [field, "admin"]));

  test.each(SPECIFIED)("%s reads the same with them as without", async (name) => {
    const [method, path = ""] = name.split(" ");
    const route = (await loadRoute(path.split("/").slice(1))) as unknown as Endpoints;
    const { contract } = route[method as "POST" | "PUT"];
    const schema = contract?.body ?? contract?.bodies?.["application/json"];
    const { body } = calls[name] as Call;
    const { success, data } = schema?.safeParse(body) ?? {};
    expect([success, data]).toEqual([true, expect.anything()]);
    expect(schema?.safeParse({ ...body, ...extrasOf(name) })).toEqual({ success, data });
  });

  test("and answer the same, and no one becomes anything by them", async () => {
    const listPeople = () =>
      db().user.findMany({
        where: { OR: [{ id: member.id }, { email: "new@mitsgwl.ac.in" }] },
        select: { id: true, role: true, verifiedAt: true, isActive: true, staffRole: true, googleSub: true },
        orderBy: { email: "asc" },
      });
    await send("POST /auth/register", (calls["POST /auth/register"] as Call).body);
    const people = await listPeople();
    expect(people).toHaveLength(2);
    for (const name of SPECIFIED) {
      const { body } = calls[name] as Call;
      // Some calls answer otherwise when they are repeated.
      await send(name, body);
      const { status, error } = await send(name, body);
      const reply = await send(name, { ...body, ...extrasOf(name) });
      expect([name, reply.status, reply.error]).toEqual([name, status, error]);
    }
    expect(await listPeople()).toEqual(people);
  });

  test("a profile with nothing else is a change of nothing", async () => {
    const name = "PUT /users/[userId]";
    const read = () => db().user.findUnique({ where: { id: member.id }, omit: { updatedAt: true } });
    const before = await read();
    expect(await send(name, extrasOf(name))).toMatchObject({ status: 200 });
    expect(await send(name, '{"__proto__":{"bio":"x"}}')).toMatchObject({ status: 200 });
    expect(await read()).toEqual(before);
  });
});

test("the answer to an invalid body names the field and the reason", async () => {
  const reply = await send("POST /posts/[postId]/comments", { content: " \u200b " });
  expect(reply.body).toEqual({
    error: "validation",
    message: "Please write a comment.",
    issues: [{ path: "content", message: "Please write a comment." }],
  });
});

/**
 * Changes anyone may ask for that are never rejected: logging out always works, and page views past
 * their limit are not counted. A new line here is a decision.
 */
const UNLIMITED = ["POST /auth/logout", "POST /auth/signout", "POST /analytics/page-view"];

test("every call with a body that needs no sign-in has a limit", async () => {
  const unlimited: string[] = [];
  for (const limit of LIMIT_NAMES) setLimit(limit, 0, 60);
  for (const [name, { open, body }] of Object.entries(calls)) {
    if (open && (await send(name, body)).status !== 429) unlimited.push(name);
  }
  liftLimits();
  expect(unlimited).toEqual(UNLIMITED);
});
