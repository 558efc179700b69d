import { JSON_BODY_MS } from "@/lib/api/server/body";
import { setCircle } from "@/lib/circles/server/circle";
import { db } from "@/lib/platform/db";
import { ADDRESSES, api, loadRoute, type Method, request } from "@/tests/api";
import { addressOf, createAsset, createMember, createPost, createUser, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

/**
 * Bad bodies, to every call that takes one: always 4xx with a sentence, never a failure, and
 * nothing is changed.
 */

type Call = { path: string; body: Record<string, unknown>; token?: string; optional?: boolean };

/** A notification of `member`'s; returns its id. */
async function createNotificationFor(member: Member): Promise<string> {
  const fan = await createMember();
  await setCircle(fan.viewer, member.id, true);
  const { id } = await db().notification.findFirstOrThrow({ where: { receiverId: member.id } });
  return id;
}

/** A body each call would take. */
async function listBodies(member: Member): Promise<Record<string, Call>> {
  const post = await createPost({ author: member });
  const other = await createPost();
  const receiver = await createUser();
  const notification = await createNotificationFor(member);
  const asset = await createAsset(member);
  const { token } = member;
  return {
    "POST /auth/register": {
      path: "/auth/register",
      body: { email: "new@mitsgwl.ac.in", name: "New Student" },
    },
    "POST /auth/send-otp": { path: "/auth/send-otp", body: { email: member.user.email } },
    "POST /auth/check-otp": {
      path: "/auth/check-otp",
      body: { email: member.user.email, otp: "123456", accessToken: true, collegeName: "MITS" },
    },
    "POST /auth/login": { path: "/auth/login", body: { email: member.user.email, password: "four words" } },
    "PUT /auth/password": {
      path: "/auth/password",
      token,
      body: { password: "four words", currentPassword: "three words", otp: "123456" },
    },
    "POST /auth/google": {
      path: "/auth/google",
      body: { tokenId: "token", collegeId: "-", collegeName: "-", role: "student" },
    },
    "POST /auth/refresh": { path: "/auth/refresh", body: { refreshToken: "token" } },
    "POST /auth/logout": { path: "/auth/logout", body: { refreshToken: "token" } },
    "POST /auth/signout": { path: "/auth/signout", body: { csrfToken: "0".repeat(64) } },
    "POST /analytics/page-view": { path: "/analytics/page-view", body: { path: "/mainfeed" } },
    "PUT /users/[userId]": {
      path: `/users/${member.id}`,
      token,
      body: { name: "Another Name", bio: "Hello", collegeName: "MITS", collegeId: "0901" },
    },
    "POST /users/[userId]/follow": {
      path: `/users/${receiver.id}/follow`,
      token,
      body: { inCircle: true },
      optional: true,
    },
    "PUT /posts/[postId]": { path: `/posts/${post.id}`, token, body: { caption: "Another" } },
    "POST /posts/[postId]/like": {
      path: `/posts/${other.id}/like`,
      token,
      body: { liked: true },
      optional: true,
    },
    "POST /posts/[postId]/comments": { path: `/posts/${other.id}/comments`, token, body: { content: "Hi" } },
    "POST /posts/[postId]/comment": { path: `/posts/${other.id}/comment`, token, body: { content: "Hi" } },
    "POST /upload/pre-calculated": {
      path: "/upload/pre-calculated",
      token,
      body: {
        caption: "New",
        mediaType: "image",
        cloudinaryUrl: addressOf(asset),
        visibility: "public",
        altText: "A tree",
      },
    },
    "POST /upload/signature": { path: "/upload/signature", token, body: { mediaType: "image" } },
    "PUT /notifications/mark-all-seen": {
      path: "/notifications/mark-all-seen",
      token,
      body: { ids: [receiver.id] },
      optional: true,
    },
    "POST /posts/[postId]/share": { path: `/posts/${other.id}/share`, token, body: {}, optional: true },
    "PUT /notifications/[notificationId]/seen": {
      path: `/notifications/${notification}/seen`,
      token,
      body: {},
      optional: true,
    },
    "PUT /notifications/[notificationId]/restore": {
      path: `/notifications/${notification}/restore`,
      token,
      body: {},
      optional: true,
    },
    "PUT /notifications/preferences": { path: "/notifications/preferences", token, body: { like: true } },
    "POST /notifications/push-subscriptions": {
      path: "/notifications/push-subscriptions",
      token,
      body: {
        endpoint: "https://fcm.googleapis.com/fcm/send/one",
        keys: {
          p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
          auth: "BTBZMqHH6r4Tts7J_aSIgg",
        },
      },
    },
    "POST /notifications": {
      path: "/notifications",
      token,
      body: { receiverId: receiver.id, type: "follow", message: "Hi" },
    },
  };
}

/**
 * Calls that take no JSON or can be made once only: a form, a browser's reports
 * (lib/analytics/server/csp-reports.test.ts), the end of the session that makes the call (the
 * route's own test).
 */
const EXCEPTIONS = ["POST /upload/avatar", "POST /csp-reports", "POST /users/[userId]/deactivate"];

/** What no client may set anywhere. */
const FORBIDDEN = [
  "_id",
  "id",
  "role",
  "verified",
  "verifiedAt",
  "isActive",
  "provider",
  "googleSub",
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
];

const DEEP = `${'{"a":'.repeat(4_000)}1${"}".repeat(4_000)}`;
const WIDE = JSON.stringify({ email: "a".repeat(140_000) });

/** Bodies that fit no contract, with the status each gets. */
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
  ["its own prototype", 400, '{"__proto__":{"role":"admin"}}'],
  ["another type", 415, "{}", { "Content-Type": "text/plain" }],
  ["a form's type", 415, "{}", { "Content-Type": "application/x-www-form-urlencoded" }],
  ["a type that only begins like JSON", 415, "{}", { "Content-Type": "application/jsonp" }],
  ["a body that is too large", 413, WIDE],
  ["a body that says it is too large", 413, "{}", { "Content-Length": "140000" }],
];

/** Values no field takes. */
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
  member = await createMember();
  calls = await listBodies(member);
});

/** Everything there is, but for what counts tries. */
async function snapshot(): Promise<unknown> {
  const [users, posts, assets, notifications, sessions, codes, follows, likes, comments] = await Promise.all([
    db().user.findMany({ orderBy: { id: "asc" } }),
    db().post.findMany({ orderBy: { id: "asc" } }),
    db().mediaAsset.count(),
    db().notification.count(),
    db().session.count(),
    db().oneTimeCode.count(),
    db().follow.count(),
    db().like.count(),
    db().comment.count(),
  ]);
  return { users, posts, counts: [assets, notifications, sessions, codes, follows, likes, comments] };
}

async function expectNoChange(act: () => Promise<void>): Promise<void> {
  const before = await snapshot();
  await act();
  expect(await snapshot()).toEqual(before);
}

function send(name: string, body: unknown, headers?: Record<string, string>) {
  const { path, token } = calls[name] as Call;
  return request(name.split(" ")[0] as Method, path, { body, token, ...(headers ? { headers } : {}) });
}

test("no call that takes a body is forgotten here", async () => {
  const found: string[] = [];
  for (const segments of ADDRESSES) {
    const address = `/${segments.join("/")}`;
    const allow = (await api.options(address)).headers.get("Allow") ?? "";
    for (const method of ["POST", "PUT", "PATCH"]) {
      if (allow.split(", ").includes(method)) found.push(`${method} ${address}`);
    }
  }
  expect(found.sort()).toEqual([...Object.keys(calls), ...EXCEPTIONS].sort());
});

test.each(BROKEN.map(([name, ...rest]) => [name, rest] as const))(
  "%s is refused everywhere",
  async (_, broken) => {
    const [status, body, headers] = broken;
    await expectNoChange(async () => {
      for (const name of Object.keys(calls)) {
        expect([name, (await send(name, body, headers)).status]).toEqual([name, status]);
      }
    });
  },
);

test("a stranger's body is refused when it is larger than any of theirs has to be", async () => {
  const body = { email: "a".repeat(40_000) };
  expect(await api.post("/auth/send-otp", { body })).toMatchObject({ status: 413, error: "too_large" });
  const { token } = member;
  // A member's caption may be that long.
  expect(await api.put("/notifications/preferences", { token, body })).toMatchObject({ status: 400 });
});

describe("a body that does not come to its end", () => {
  async function sendForever(headers: Record<string, string>): Promise<Response> {
    const forever = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
    });
    const route = await loadRoute(["auth", "send-otp"]);
    const options = { method: "POST", headers, body: forever, duplex: "half" };
    const request = new Request("http://localhost:3000/api/auth/send-otp", options as RequestInit);
    return route.POST(request, { params: Promise.resolve({}) });
  }

  test("is not waited for, and the connection ends with it", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] });
    try {
      const answering = sendForever({ "Content-Type": "application/json" });
      await jest.advanceTimersByTimeAsync(JSON_BODY_MS);
      const response = await answering;
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

  test("and is no JSON, or too large, is refused at once", async () => {
    const form = { "Content-Type": "multipart/form-data; boundary=x", "Content-Length": "9" };
    expect((await sendForever(form)).status).toBe(415);
    const large = { "Content-Type": "application/json", "Content-Length": "40000" };
    expect((await sendForever(large)).status).toBe(413);
  });
});

const needing = (optional: boolean) =>
  Object.keys(calls).filter((name) => (calls[name]?.optional ?? false) === optional);
/** How clients send nothing. */
const NOTHING = [undefined, "", "null", " null "];

test("no body and null are refused where one is needed", async () => {
  await expectNoChange(async () => {
    for (const name of needing(false)) {
      for (const nothing of NOTHING) {
        expect([name, nothing, (await send(name, nothing)).status]).toEqual([name, nothing, 400]);
      }
    }
  });
});

test("no body, null and an empty object are the same where none is needed", async () => {
  const takesNothing = needing(true);
  expect(takesNothing).toHaveLength(6);
  for (const name of takesNothing) {
    for (const nothing of [...NOTHING, "{}"]) {
      expect([name, nothing, (await send(name, nothing)).status]).toEqual([name, nothing, 200]);
    }
  }
});

test("nothing toggles a like and a join, and marks all as read", async () => {
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
  for (const body of ["{}", "null", undefined]) {
    await createNotificationFor(member);
    const reply = await api.put("/notifications/mark-all-seen", { token: member.token, body });
    expect([body, reply.body]).toEqual([body, { updated: 1 }]);
  }
});

test("no field takes an operator, a list, a number beyond reason or what is no text", async () => {
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

test("no body sets what is not its to set, and the refusal names the field", async () => {
  await expectNoChange(async () => {
    for (const [name, { body }] of Object.entries(calls)) {
      for (const field of FORBIDDEN.filter((each) => !Object.hasOwn(body, each))) {
        const reply = await send(name, { ...body, [field]: "admin" });
        expect([name, field, reply.status, reply.error]).toEqual([name, field, 400, "validation"]);
      }
    }
  });
});

test("a refused body is answered with the place and the reason", async () => {
  const reply = await send("POST /posts/[postId]/comments", { content: " \u200b " });
  expect(reply.body).toEqual({
    error: "validation",
    message: "Please write a comment.",
    issues: [{ path: "content", message: "Please write a comment." }],
  });
});
