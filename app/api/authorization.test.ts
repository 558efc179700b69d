import sharp from "sharp";
import { setCircle } from "@/lib/circles/server/circle";
import { db } from "@/lib/platform/db";
import { LIMIT_NAMES } from "@/lib/platform/limits";
import { storePicture } from "@/lib/platform/media";
import { AVATAR_PICTURE, processOwnPicture } from "@/lib/platform/media/picture";
import { listCalls, loadRoute, type Method } from "@/tests/api";
import { makeRequest } from "@/tests/call";
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
  type Member,
} from "@/tests/factories";
import { liftLimits, setLimit } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

/**
 * The authorization table: one row for every method of every route. A route without a row fails, so
 * that each new route is a decision about its owner, other members and visitors.
 */

/** What one member owns, another member who tries to use it, and the staff. */
type Fixtures = {
  owner: Member;
  stranger: Member;
  postId: string;
  commentId: string;
  notificationId: string;
  conversationId: string;
  messageId: string;
  sessionId: string;
  assetUrl: string;
  noticeId: string;
  complaintId: string;
  memberId: string;
  versionId: string;
} & Partial<Moderation>;

/** For moderation: a case about the owner, a decision, and their appeal against another. */
type Moderation = {
  moderator: Member;
  admin: Member;
  caseId: string;
  /** A file that the case shows. */
  mediaId: string;
  decisionId: string;
  appealId: string;
};

type Call = { body?: unknown; query?: Record<string, string> };
type Row = {
  /** The status for the owner. */
  own: number;
  /** The status for another member; missing where the call is always about the caller. */
  theirs?: number;
  /**
   * The statuses for a moderator and for an admin, where they differ from any other member's.
   */
  moderator?: number;
  admin?: number;
  send?: (fixtures: Fixtures) => Call;
  /** Called with HEAD, because its answer never ends. */
  asHead?: boolean;
};

const image = () => {
  const form = new FormData();
  form.append("file", new File(["no picture"], "a.jpg"));
  return form;
};

/** A push subscription with the keys of the example in RFC 8291. */
const SUBSCRIPTION = {
  endpoint: "https://fcm.googleapis.com/fcm/send/example",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};

/** Calls of the staff: for everyone else there is nothing there. */
const STAFF = { own: 404, theirs: 404, moderator: 200, admin: 200 };
const EXPLANATION = "We have talked about it.";
const COMPLAINT = { reason: "threat", place: "A comment", text: "It names me." };

const ROWS: Record<string, Row | "anyone"> = {
  "POST /analytics/page-view": "anyone",
  "GET /auth/csrf": "anyone",
  "GET /auth/oidc": "anyone",
  "GET /auth/oidc/callback": "anyone",
  "GET /auth/oidc/logout": "anyone",
  "GET /auth/session": "anyone",
  "POST /auth/signout": "anyone",
  "POST /auth/check-otp": "anyone",
  "POST /auth/google": "anyone",
  "POST /auth/login": "anyone",
  "POST /auth/logout": "anyone",
  "POST /auth/oidc": "anyone",
  "POST /auth/refresh": "anyone",
  "POST /auth/register": "anyone",
  "POST /auth/send-otp": "anyone",
  "POST /client-errors": "anyone",
  "POST /complaints": "anyone",
  "POST /complaints/confirm": "anyone",
  "POST /csp-reports": "anyone",
  "GET /cron/upkeep": "anyone",
  "GET /dev/outbox": "anyone",
  "GET /health/live": "anyone",
  "GET /health/ready": "anyone",
  "GET /metrics": "anyone",
  "GET /openapi.json": "anyone",

  "GET /auth/me": { own: 200 },
  "GET /auth/password": { own: 200 },
  "PUT /auth/password": { own: 200, send: () => ({ body: { password: "four words and 1" } }) },
  "DELETE /auth/password": { own: 404, send: () => ({ body: { currentPassword: "none" } }) },
  "POST /auth/reauthenticate": { own: 403, send: () => ({ body: {} }) },
  "GET /auth/sessions": { own: 200 },
  "DELETE /auth/sessions": { own: 200 },
  "DELETE /auth/sessions/[sessionId]": { own: 200, theirs: 404 },
  "DELETE /auth/users": {
    own: 200,
    theirs: 403,
    send: ({ owner }) => ({ query: { email: owner.user.email } }),
  },
  "DELETE /auth/users/[userId]": { own: 200, theirs: 403 },

  "GET /users/[userId]": { own: 200, theirs: 200 },
  "PUT /users/[userId]": { own: 200, theirs: 403, send: () => ({ body: { bio: "Changed" } }) },
  "GET /users/[userId]/affiliation-request": { own: 200, theirs: 404 },
  "POST /users/[userId]/affiliation-request": {
    own: 201,
    theirs: 404,
    send: () => ({ body: { role: "faculty", department: "CSE" } }),
  },
  "DELETE /users/[userId]/affiliation-request": { own: 200, theirs: 404 },
  "GET /users/[userId]/posts": { own: 200, theirs: 200 },
  "GET /users/[userId]/circle": { own: 200, theirs: 200 },
  "GET /users/[userId]/circles": { own: 200, theirs: 200 },
  "DELETE /users/[userId]/circle/[memberId]": { own: 200, theirs: 403 },
  "GET /users/[userId]/export": { own: 200, theirs: 403 },
  "POST /users/[userId]/deactivate": { own: 200, theirs: 403 },
  "POST /users/[userId]/follow": { own: 400, theirs: 200 },
  "POST /users/[userId]/block": { own: 400, theirs: 200, send: () => ({ body: { blocked: true } }) },
  "POST /users/[userId]/mute": { own: 400, theirs: 200, send: () => ({ body: { muted: true } }) },
  "GET /safety/blocks": { own: 200 },
  "GET /safety/mutes": { own: 200 },
  "GET /safety/words": { own: 200 },
  "POST /safety/words": { own: 200, send: () => ({ body: { word: "exam week", muted: true } }) },
  "GET /users/suggestions": { own: 200 },
  "GET /users/usernames/[username]": { own: 200 },
  "GET /people": { own: 200 },
  "GET /people/mentionable": { own: 200 },
  "GET /people/recipients": { own: 200 },
  "GET /search/users": { own: 200, send: () => ({ query: { q: "student" } }) },
  "GET /search/tags": { own: 200, send: () => ({ query: { q: "spring" } }) },
  "GET /tags/trending": { own: 200 },

  "GET /posts": { own: 200 },
  "GET /posts/trending": { own: 200 },
  "GET /posts/get-user-post/[userId]": { own: 200, theirs: 200 },
  "GET /posts/[postId]": { own: 200, theirs: 200 },
  "PUT /posts/[postId]": {
    own: 200,
    theirs: 403,
    send: () => ({ body: { caption: "Changed", altText: "Changed" } }),
  },
  "DELETE /posts/[postId]": { own: 200, theirs: 403 },
  "PUT /posts/[postId]/restore": { own: 200, theirs: 404 },
  "POST /posts/[postId]/like": { own: 200, theirs: 200 },
  "POST /posts/[postId]/bookmark": { own: 200, theirs: 200 },
  "GET /bookmarks": { own: 200 },
  "POST /posts/[postId]/share": { own: 200, theirs: 200 },
  "GET /posts/[postId]/likes": { own: 200, theirs: 200 },
  "GET /posts/[postId]/comments": { own: 200, theirs: 200 },
  "POST /posts/[postId]/comments": { own: 201, theirs: 201, send: () => ({ body: { content: "Hi" } }) },
  "POST /posts/[postId]/comment": { own: 201, theirs: 201, send: () => ({ body: { content: "Hi" } }) },
  "PUT /posts/[postId]/comments/[commentId]": {
    own: 200,
    theirs: 403,
    send: () => ({ body: { content: "Changed" } }),
  },
  "DELETE /posts/[postId]/comments/[commentId]": { own: 200, theirs: 403 },
  "POST /posts/[postId]/comments/[commentId]/like": { own: 200, theirs: 200 },
  "GET /posts/[postId]/comments/[commentId]/likes": { own: 200, theirs: 200 },
  "GET /posts/[postId]/comments/[commentId]/history": { own: 200, theirs: 200 },
  "GET /posts/[postId]/history": { own: 200, theirs: 200 },
  "DELETE /posts/[postId]/history/[versionId]": { own: 204, theirs: 403 },
  "DELETE /posts/[postId]/comments/[commentId]/history/[versionId]": { own: 204, theirs: 403 },
  "POST /posts/[postId]/mute": { own: 200, theirs: 200, send: () => ({ body: { muted: true } }) },

  "POST /upload/avatar": { own: 415, send: () => ({ body: image() }) },
  "POST /upload/signature": { own: 200, send: () => ({ body: { mediaType: "image" } }) },
  "POST /upload/pre-calculated": {
    own: 201,
    theirs: 400,
    send: ({ assetUrl }) => ({ body: { mediaType: "image", cloudinaryUrl: assetUrl } }),
  },

  "GET /notifications": { own: 200 },
  "GET /notifications/stream": { own: 200, asHead: true },
  "POST /notifications": {
    own: 400,
    theirs: 201,
    send: ({ owner }) => ({ body: { receiverId: owner.id, type: "follow", message: "Hello" } }),
  },
  "GET /notifications/preferences": { own: 200 },
  "PUT /notifications/preferences": { own: 200, send: () => ({ body: { like: false } }) },
  // Push is off where no keys are configured, as in tests.
  "POST /notifications/push-subscriptions": { own: 404, send: () => ({ body: SUBSCRIPTION }) },
  "DELETE /notifications/push-subscriptions": {
    own: 200,
    send: () => ({ body: { endpoint: SUBSCRIPTION.endpoint } }),
  },
  "PUT /notifications/mark-all-seen": { own: 200 },
  "PUT /notifications/viewed": { own: 200 },
  "PUT /notifications/[notificationId]/seen": { own: 200, theirs: 404 },
  "DELETE /notifications/[notificationId]": { own: 200, theirs: 404 },
  "PUT /notifications/[notificationId]/restore": { own: 200, theirs: 404 },

  "GET /reports": { own: 200 },
  "POST /reports": {
    own: 400,
    theirs: 201,
    send: ({ postId }) => ({ body: { subject: "post", subjectId: postId, reason: "spam" } }),
  },
  "GET /notices/current": { own: 200 },
  "POST /notices/[noticeId]/dismiss": { own: 200, theirs: 200 },

  "GET /conversations": { own: 200 },
  "POST /conversations": {
    own: 400,
    theirs: 200,
    send: ({ owner }) => ({ body: { userId: owner.id } }),
  },
  "GET /conversations/unread": { own: 200 },
  "GET /conversations/preferences": { own: 200 },
  "PUT /conversations/preferences": {
    own: 200,
    send: () => ({ body: { whoCanMessage: "nobody", whoCanMention: "nobody" } }),
  },
  "GET /conversations/[conversationId]": { own: 200, theirs: 404 },
  "DELETE /conversations/[conversationId]": { own: 200, theirs: 404 },
  "POST /conversations/[conversationId]/accept": { own: 200, theirs: 404 },
  "PUT /conversations/[conversationId]/seen": {
    own: 200,
    theirs: 404,
    send: ({ messageId }) => ({ body: { messageId } }),
  },
  "GET /conversations/[conversationId]/messages": { own: 200, theirs: 404 },
  "POST /conversations/[conversationId]/messages": {
    own: 201,
    theirs: 404,
    send: () => ({ body: { text: "Hi", clientId: crypto.randomUUID() } }),
  },
  "DELETE /conversations/[conversationId]/messages/[messageId]": { own: 200, theirs: 404 },

  "GET /decisions": { own: 200 },
  "POST /decisions/[decisionId]/appeal": {
    own: 201,
    theirs: 404,
    moderator: 404,
    admin: 404,
    send: () => ({ body: { text: "I was only joking." } }),
  },
  "GET /moderation/cases": { ...STAFF },
  "POST /moderation/cases": {
    ...STAFF,
    moderator: 201,
    admin: 201,
    send: ({ stranger }) => ({ body: { subject: "person", subjectId: stranger.id } }),
  },
  "GET /moderation/cases/[caseId]": { ...STAFF },
  "GET /moderation/cases/[caseId]/media/[mediaId]": { ...STAFF },
  "POST /moderation/cases/[caseId]/assign": { ...STAFF },
  "POST /moderation/cases/[caseId]/decision": {
    ...STAFF,
    send: () => ({ body: { outcome: "no_violation" } }),
  },
  "POST /moderation/cases/[caseId]/notes": {
    ...STAFF,
    moderator: 201,
    admin: 201,
    send: () => ({ body: { text: EXPLANATION } }),
  },
  "DELETE /moderation/cases/[caseId]/involvement": { ...STAFF, moderator: 404 },
  "PUT /moderation/cases/[caseId]/hold": { ...STAFF, moderator: 404, send: () => ({ body: { held: true } }) },
  // The moderator decided it.
  "POST /moderation/decisions/[decisionId]/confirm": { ...STAFF, moderator: 403 },
  "POST /moderation/decisions/[decisionId]/undo": {
    ...STAFF,
    send: () => ({ body: { reason: EXPLANATION } }),
  },
  "GET /moderation/appeals": { ...STAFF },
  "POST /moderation/appeals/[appealId]/decision": {
    ...STAFF,
    // The moderator made the decision.
    moderator: 403,
    send: () => ({ body: { accepted: false, answer: EXPLANATION } }),
  },
  "GET /moderation/notices": { ...STAFF, moderator: 404 },
  "POST /moderation/notices": {
    ...STAFF,
    moderator: 404,
    admin: 201,
    send: () => ({ body: { text: "To everyone" } }),
  },
  "DELETE /moderation/notices/[noticeId]": { ...STAFF, moderator: 404 },
  "GET /moderation/log": { ...STAFF },
  "GET /moderation/log/export": { ...STAFF, moderator: 404 },
  "GET /moderation/numbers": { ...STAFF },
  "GET /moderation/complaints": { ...STAFF, moderator: 404 },
  "POST /moderation/complaints/[complaintId]/handled": {
    ...STAFF,
    moderator: 404,
    send: () => ({ body: {} }),
  },
  "GET /college/numbers": { ...STAFF, moderator: 404 },
  "GET /college/people": { ...STAFF, moderator: 404 },
  "GET /college/people/counts": { ...STAFF, moderator: 404 },
  "GET /college/people/export": { ...STAFF, moderator: 404 },
  "POST /college/people/import": {
    ...STAFF,
    moderator: 404,
    send: () => ({ body: "email,role\n", headers: { "Content-Type": "text/csv" } }),
  },
  "PUT /college/people/[memberId]": {
    ...STAFF,
    moderator: 404,
    send: () => ({ body: { role: "faculty", department: "CSE" } }),
  },
  "POST /college/people/[memberId]/sign-out": { ...STAFF, moderator: 404 },
  "POST /college/people/[memberId]/age": {
    ...STAFF,
    moderator: 404,
    send: () => ({ body: { age: "adult" } }),
  },
  "POST /college/people/[memberId]/staff-role": {
    ...STAFF,
    moderator: 404,
    send: () => ({ body: { staffRole: "moderator" } }),
  },
};

beforeAll(useTestDatabase);
beforeAll(liftLimits);

async function createFixtures(name: string): Promise<Fixtures> {
  const [owner, stranger, friend] = [await createMember(), await createMember(), await createMember()];
  const post = await createPost({ author: owner });
  const commentId = await createComment({ post, author: owner });
  await setCircle(friend.viewer, owner.id, true);
  const notification = await db().notification.findFirstOrThrow({ where: { receiverId: owner.id } });
  const asset = await createAsset(owner);
  const conversationId = await createConversation(owner, friend);
  const messageId = await createMessage({ conversationId, sender: owner });
  return {
    owner,
    stranger,
    postId: post.id,
    commentId,
    notificationId: notification.id,
    conversationId,
    messageId,
    sessionId: owner.viewer.sessionId,
    assetUrl: addressOf(asset),
    complaintId: (await db().complaint.create({ data: { id: crypto.randomUUID(), ...COMPLAINT } })).id,
    noticeId: (await db().notice.create({ data: { id: crypto.randomUUID(), text: "To everyone" } })).id,
    memberId: stranger.id,
    versionId: await createVersion(owner, name.includes("comments") ? { commentId } : { postId: post.id }),
    ...(/ \/(moderation|decisions|college)/.test(name) ? await createModeration(owner) : {}),
  };
}

/** What a caption or comment said before an edit. */
async function createVersion(owner: Member, of: { postId: string } | { commentId: string }): Promise<string> {
  const subject = "postId" in of ? "post" : "comment";
  const subjectId = "postId" in of ? of.postId : of.commentId;
  const id = crypto.randomUUID();
  const data = { id, subject, subjectId, personId: owner.id, text: "Before", isHistory: true } as const;
  await db().formerText.create({ data });
  return id;
}

async function createModeration(owner: Member): Promise<Moderation> {
  const [moderator, admin] = [await createStaff(), await createStaff("admin")];
  const about = { subject: "person", subjectId: owner.id, person: owner } as const;
  const caseId = await createCase(about);
  const mediaId = await showPicture(owner, caseId);
  const decide = async (outcome: "warned" | "banned") => {
    const decision = { caseId, personId: owner.id, moderatorId: moderator.id, reason: EXPLANATION };
    return db().decision.create({ data: { id: crypto.randomUUID(), ...decision, outcome } });
  };
  const [decision, appealed] = [await decide("banned"), await decide("warned")];
  const appealId = crypto.randomUUID();
  const appeal = { id: appealId, decisionId: appealed.id, personId: owner.id, text: "No" };
  await db().appeal.create({ data: appeal });
  return { moderator, admin, decisionId: decision.id, appealId, caseId, mediaId };
}

/** Adds a stored picture to the copies of a case. */
async function showPicture(owner: Member, caseId: string): Promise<string> {
  const { publicId } = await createAsset(owner, { attached: true });
  const drawing = { create: { width: 8, height: 8, channels: 3, background: "#3046e6" } } as const;
  await storePicture(
    publicId,
    await processOwnPicture(await sharp(drawing).png().toBuffer(), AVATAR_PICTURE),
  );
  const file = {
    purpose: "avatar",
    publicId,
    mediaType: "image",
    format: "webp",
    hasPoster: false,
    altText: "",
  };
  const copy = { takenAt: new Date().toISOString(), name: "Someone", username: "someone", text: "" };
  const snapshot = { versions: [{ ...copy, hashtags: [], media: [file], post: null }] };
  await db().moderationCase.update({ where: { id: caseId }, data: { snapshot } });
  return publicId.split("/")[1] ?? "";
}

/** The status of a row's call on the owner's data, made by `caller`. */
async function statusFor(
  name: string,
  row: Row,
  fixtures: Fixtures,
  caller: Member | undefined,
): Promise<number> {
  const [method, route = ""] = name.split(" ") as [Method, string];
  const ids: Record<string, string> = {
    ...fixtures,
    userId: fixtures.owner.id,
    username: "new.name",
  } as never;
  const params: Record<string, string> = {};
  const path = route.replaceAll(/\[(\w+)\]/g, (_, param: string) => {
    const id = ids[param];
    if (!id) throw new Error(`The fixtures have no ${param}. Please add one.`);
    params[param] = id;
    return id;
  });
  const { [method]: handler } = await loadRoute(route.slice(1).split("/"));
  const request = makeRequest({
    method: row.asHead ? "HEAD" : method,
    path: `/api${path}`,
    token: caller?.token,
    ...row.send?.(fixtures),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  await response.body?.cancel();
  return response.status;
}

/** All data of the owner, as text. */
async function dataOf({ owner }: Fixtures): Promise<string> {
  const id = owner.id;
  const data = await Promise.all([
    db().user.findUnique({ where: { id } }),
    db().post.findMany({ where: { authorId: id }, orderBy: { id: "asc" } }),
    db().comment.findMany({ where: { authorId: id }, orderBy: { id: "asc" } }),
    db().notification.findMany({ where: { receiverId: id }, orderBy: { id: "asc" } }),
    db().session.findMany({ where: { userId: id }, orderBy: { id: "asc" } }),
    db().mediaAsset.findMany({ where: { ownerId: id }, orderBy: { id: "asc" } }),
    db().follow.findMany({ where: { OR: [{ followerId: id }, { followeeId: id }] } }),
    db().conversation.findMany({
      where: { participants: { some: { personId: id } } },
      include: { participants: { orderBy: { personId: "asc" } }, messages: true },
      orderBy: { id: "asc" },
    }),
    db().bookmark.findMany({ where: { userId: id }, orderBy: { postId: "asc" } }),
    db().moderationCase.findMany({
      where: { personId: id },
      include: { decisions: { include: { appeal: true } } },
      orderBy: { id: "asc" },
    }),
  ]);
  return JSON.stringify(data);
}

test("every method of every route has a row, and every row has a route", async () => {
  expect((await listCalls()).map(({ name }) => name).sort()).toEqual(Object.keys(ROWS).sort());
});

/** What rejected calls are about: they change nothing, so they all share it. */
let untouched: { fixtures: Fixtures; data: string };
beforeAll(async () => {
  const fixtures = await createFixtures("with /moderation");
  untouched = { fixtures, data: await dataOf(fixtures) };
});

const guarded = Object.entries(ROWS).flatMap(([name, row]) => (row === "anyone" ? [] : [{ name, row }]));

describe.each(guarded)("$name", ({ name, row }) => {
  test("rejects visitors and changes nothing", async () => {
    const { fixtures, data } = untouched;
    expect(await statusFor(name, row, fixtures, undefined)).toBe(401);
    expect(await dataOf(fixtures)).toBe(data);
  });

  test(`answers the owner with ${row.own}`, async () => {
    const fixtures = await createFixtures(name);
    expect(await statusFor(name, row, fixtures, fixtures.owner)).toBe(row.own);
  });

  for (const role of ["moderator", "admin"] as const) {
    const status = row[role];
    if (status === undefined) continue;
    test(`answers a${role === "admin" ? "n admin" : " moderator"} with ${status}`, async () => {
      const fixtures = await createFixtures(name);
      expect(await statusFor(name, row, fixtures, fixtures[role])).toBe(status);
    });
  }

  const { theirs } = row;
  if (theirs === undefined) return;
  test(`answers other members with ${theirs}${theirs < 400 ? "" : " and changes nothing"}`, async () => {
    const fixtures = theirs < 400 ? await createFixtures(name) : untouched.fixtures;
    expect(await statusFor(name, row, fixtures, fixtures.stranger)).toBe(theirs);
    if (theirs >= 400) expect(await dataOf(fixtures)).toBe(untouched.data);
  });
});

/**
 * Calls of members that no limit counts: nothing may keep a person from leaving, and each of these
 * ends their session. A new line here is a decision.
 */
const UNLIMITED = ["DELETE /auth/users", "DELETE /auth/users/[userId]", "POST /users/[userId]/deactivate"];

test("every other call of a member has a limit", async () => {
  const fixtures = await createFixtures("POST /moderation");
  for (const limit of LIMIT_NAMES) setLimit(limit, 0, 60);
  const rejected: string[] = [];
  for (const { name, row } of guarded) {
    if (UNLIMITED.includes(name)) continue;
    const caller = (row.admin ?? 404) < 300 ? fixtures.admin : fixtures.owner;
    if ((await statusFor(name, row, fixtures, caller)) === 429) rejected.push(name);
  }
  liftLimits();
  expect([...rejected, ...UNLIMITED].sort()).toEqual(guarded.map(({ name }) => name).sort());
});
