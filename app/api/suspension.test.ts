import { randomUUID } from "node:crypto";
import { addTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { forgetSessions } from "@/lib/sessions/server/access";
import { uploadLedger } from "@/lib/uploads/server/quota";
import { ADDRESSES, api, loadRoute, METHODS } from "@/tests/api";
import { makeRequest } from "@/tests/call";
import { createAsset, createMember, type Member, suspend } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

/** What suspended and banned people may still call, of every route there is. */

/** Writes of suspended people. A new line here is a decision. */
const WRITES = [
  "DELETE /auth/sessions",
  "DELETE /auth/sessions/[sessionId]",
  "DELETE /auth/users",
  "DELETE /auth/users/[userId]",
  "POST /auth/reauthenticate",
  "DELETE /notifications/push-subscriptions",
  "POST /decisions/[decisionId]/appeal",
  "PUT /notifications/[notificationId]/seen",
  "PUT /notifications/mark-all-seen",
  "PUT /notifications/viewed",
  "POST /notices/[noticeId]/dismiss",
].sort();

/** All that banned people may read. */
const READS_OF_BANNED = [
  "GET /auth/me",
  "GET /auth/password",
  "GET /auth/sessions",
  "GET /decisions",
  "GET /users/[userId]/export",
];

beforeAll(useTestDatabase);

/** Every call of members: its name and its handler. */
async function listCalls() {
  const calls = [];
  for (const segments of ADDRESSES) {
    // The answers of next-auth are anyone's.
    if (/^auth\/(csrf|session|signout)$/.test(segments.join("/"))) continue;
    const route = await loadRoute(segments);
    for (const method of METHODS) {
      if (route[method].contract?.access !== "member") continue;
      calls.push({ method, name: `${method} /${segments.join("/")}`, handler: route[method], segments });
    }
  }
  return calls;
}

/** The calls that are not answered with `suspended`. */
async function openCalls({ token }: Member): Promise<string[]> {
  const open: string[] = [];
  for (const { method, name, handler, segments } of await listCalls()) {
    const names = segments.flatMap((part) => part.match(/\w+(?=\]$)/) ?? []);
    const params = Object.fromEntries(names.map((param) => [param, randomUUID()]));
    // With HEAD, because the live stream answers GET without end.
    const request = makeRequest({ method: method === "GET" ? "HEAD" : method, token });
    const response = await handler(request, { params: Promise.resolve(params) });
    if (response.status !== 403) await response.body?.cancel();
    else if ((await response.json()).error === "suspended") continue;
    open.push(name);
  }
  return open.sort();
}

test("suspended people read everything and write almost nothing", async () => {
  const member = await createMember();
  await suspend(member, 3);
  const reads = (await listCalls()).filter(
    ({ method, name }) => method === "GET" && !/\/(moderation|college)\//.test(name),
  );
  expect(await openCalls(member)).toEqual([...WRITES, ...reads.map(({ name }) => name)].sort());
  // It loads every route.
}, 120_000);

test("banned people read only why, and their data", async () => {
  const member = await createMember();
  await suspend(member, null);
  expect(await openCalls(member)).toEqual([...WRITES, ...READS_OF_BANNED].sort());
}, 120_000);

test("the answer says until when and why", async () => {
  const member = await createMember();
  const { id, suspendedUntil } = await suspend(member, 3);
  const reply = await api.post(`/posts/${randomUUID()}/like`, { token: member.token });
  expect(reply.body).toMatchObject({
    error: "suspended",
    message: expect.stringMatching(/^Your account is suspended until \d+ \w+ \d{4}: Spam in every thread$/),
    until: suspendedUntil?.toISOString(),
    reason: "Spam in every thread",
    decisionId: id,
  });
  const me = await api.get("/auth/me", { token: member.token });
  expect(me.body).toMatchObject({ user: { suspension: { reason: "Spam in every thread", decisionId: id } } });
});

test("a suspension ends by itself, within a second", async () => {
  const member = await createMember();
  await suspend(member, 3);
  await db().user.update({
    where: { id: member.id },
    data: { suspendedUntil: addTime(new Date(), -1, "seconds") },
  });
  forgetSessions();
  const reply = await api.put(`/users/${member.id}`, { token: member.token, body: { bio: "I'm back." } });
  expect(reply.status).toBe(200);
});

test("the built-in media host takes no upload that was signed before", async () => {
  const member = await createMember();
  const { publicId } = await createAsset(member);
  const upload = () => uploadLedger.reserve({ publicId, mediaType: "image" }, 1_000, 1_000);
  await expect(upload()).resolves.toEqual({ ownerId: member.id });
  await suspend(member, 3);
  await expect(upload()).rejects.toMatchObject({ code: "forbidden" });
  await suspend(member, null);
  await expect(upload()).rejects.toMatchObject({ code: "upload_gone" });
});

test("a registration changes no profile of a suspended person", async () => {
  const member = await createMember();
  await suspend(member, 3);
  const body = { email: member.user.email, name: "Someone Else" };
  expect(await api.post("/auth/register", { token: member.token, body })).toMatchObject({
    error: "suspended",
  });
});
