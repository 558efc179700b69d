import { randomUUID } from "node:crypto";
import { addTime, ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { forgetSessions } from "@/lib/sessions/server/access";
import { api } from "@/tests/api";
import { createMember, createMembers, createPost, createStaff, type Member } from "@/tests/factories";
import { findLeaks } from "@/tests/leaked-data";
import { lastCode } from "@/tests/mailbox";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const leave = ({ id, token }: Pick<Member, "id" | "token">) => api.delete(`/auth/users/${id}`, { token });

/** Signs up with an address over the API, as a person does. */
async function signUp(email: string): Promise<{ id: string; token: string }> {
  await api.post("/auth/register", { body: { email } });
  await api.post("/auth/send-otp", { body: { email } });
  const body = { email, otp: await lastCode(email) };
  const reply = await api.post("/auth/check-otp", { body });
  expect(reply).toMatchObject({ status: 200 });
  const { accessToken, user } = reply.body as { accessToken: string; user: { _id: string } };
  return { id: user._id, token: accessToken };
}

async function comeBack(me: Member) {
  expect(await leave(me)).toMatchObject({ status: 200 });
  expect(await findLeaks([me.user.email, me.user.name])).toEqual([]);
  return signUp(me.user.email);
}

test("who had blocked or muted a person has blocked and muted them again", async () => {
  const [me, blocker, muter, briefMuter, gone] = (await createMembers(5)) as [
    Member,
    Member,
    Member,
    Member,
    Member,
  ];
  for (const { token } of [blocker, gone]) {
    await api.post(`/users/${me.id}/block`, { token, body: { blocked: true } });
  }
  const until = addTime(new Date(), 1, "days").toISOString();
  await api.post(`/users/${me.id}/mute`, { token: muter.token, body: { muted: true } });
  await api.post(`/users/${me.id}/mute`, { token: briefMuter.token, body: { muted: true, until } });
  const rows = await db().mute.findMany({
    where: { mutedId: me.id },
    select: { muterId: true, until: true },
  });
  const { id, token } = await comeBack(me);
  await leave(gone);
  expect(await api.get(`/users/${blocker.id}`, { token })).toMatchObject({ status: 404 });
  const blocks = await api.get("/safety/blocks", { token: blocker.token });
  expect(blocks.body).toMatchObject({ people: [{ _id: id }] });
  const conversation = await api.post("/conversations", { token, body: { userId: blocker.id } });
  expect(conversation).toMatchObject({ status: 404 });
  expect(
    await db().mute.findMany({ where: { mutedId: id }, select: { muterId: true, until: true } }),
  ).toEqual(rows);
});

test("a block whose owner left meanwhile is gone", async () => {
  const [me, blocker] = (await createMembers(2)) as [Member, Member];
  await api.post(`/users/${me.id}/block`, { token: blocker.token, body: { blocked: true } });
  await leave(me);
  await leave(blocker);
  expect(await findLeaks([blocker.id])).toEqual([]);
  const { id } = await signUp(me.user.email);
  expect(await db().block.count({ where: { blockedId: id } })).toBe(0);
});

describe("a case about a person who left", () => {
  const decide = (token: string, caseId: string, body: object) =>
    api.post(`/moderation/cases/${caseId}/decision`, { token, body });
  const report = (token: string, subjectId: string) =>
    api.post("/reports", { token, body: { subject: "person", subjectId, reason: "harassment" } });
  const caseOf = async (personId: string) =>
    (await db().moderationCase.findFirstOrThrow({ where: { personId } })).id;

  test("is theirs again, with its decisions and appeals", async () => {
    const [me, reporter] = (await createMembers(2)) as [Member, Member];
    const staff = await createStaff();
    await report(reporter.token, me.id);
    const caseId = await caseOf(me.id);
    await decide(staff.token, caseId, { outcome: "warned", reason: "Please be kinder." });
    const { id, token } = await comeBack(me);
    const decisions = await api.get("/decisions", { token });
    expect(decisions.body).toMatchObject({ decisions: [{ outcome: "warned", canAppeal: true }] });
    const about = await api.get(`/moderation/cases/${caseId}`, { token: staff.token });
    expect(about.body).toMatchObject({ case: { subjectId: id, person: { _id: id } } });
  });

  test("stays open, and a ban that is decided meanwhile waits for them", async () => {
    const [me, reporter] = (await createMembers(2)) as [Member, Member];
    const staff = await createStaff();
    await report(reporter.token, me.id);
    const caseId = await caseOf(me.id);
    await leave(me);
    const ban = await decide(staff.token, caseId, { outcome: "banned", reason: "You threatened someone." });
    expect(ban).toMatchObject({ status: 200 });
    const { id } = await db().decision.findFirstOrThrow({ where: { caseId } });
    const second = await createStaff();
    await api.post(`/moderation/decisions/${id}/confirm`, { token: second.token });
    const { token } = await signUp(me.user.email);
    expect((await api.get("/auth/me", { token })).body).toMatchObject({
      user: { suspension: { until: null, reason: "You threatened someone." } },
    });
    const post = await createPost();
    expect(await api.post(`/posts/${post.id}/like`, { token })).toMatchObject({ status: 403 });
  });

  test("takes one report of a person, also after they came back", async () => {
    const [me, other] = (await createMembers(2)) as [Member, Member];
    await report(me.token, other.id);
    const { token } = await comeBack(me);
    expect(await report(token, other.id)).toMatchObject({ status: 200 });
    const { reportsCount } = await db().moderationCase.findFirstOrThrow({ where: { personId: other.id } });
    expect(reportsCount).toBe(1);
  });
});

describe("what the college and the law decide by", () => {
  const read = (token: string) => api.get("/posts", { token });
  const say = ({ id, token }: Pick<Member, "id" | "token">, body: object) =>
    api.put(`/users/${id}`, { token, body });
  const affiliationOf = async ({ id }: Pick<Member, "id">) => {
    const select = { role: true, department: true, batch: true } as const;
    return db().user.findUniqueOrThrow({ where: { id }, select });
  };
  afterEach(() => {
    delete process.env.MINORS;
    resetEnvForTests();
  });

  test("a minor who is kept out stays so, and says 18 no sooner than in a year", async () => {
    process.env.MINORS = "confirm";
    resetEnvForTests();
    const me = await createMember({ isAdult: null });
    expect(await say(me, { isAdult: false })).toMatchObject({ status: 200 });
    expect(await read(me.token)).toMatchObject({ status: 403 });
    const again = await comeBack(me);
    expect(await read(again.token)).toMatchObject({ status: 403 });
    delete process.env.MINORS;
    resetEnvForTests();
    forgetSessions();
    expect(await say(again, { isAdult: true })).toMatchObject({ status: 403, error: "forbidden" });
    const ageSaidAt = ago(366, "days");
    await db().user.update({ where: { id: again.id }, data: { ageSaidAt } });
    expect(await say(again, { isAdult: true })).toMatchObject({ status: 200 });
  });

  test("what an admin noted of a minor's age holds, and so does a guardian's consent", async () => {
    const admin = await createStaff("admin");
    for (const age of ["minor", "confirmed"]) {
      const me = await createMember({ isAdult: true });
      const noted = await api.post(`/college/people/${me.id}/age`, { token: admin.token, body: { age } });
      expect(noted).toMatchObject({ status: 200 });
      const again = await comeBack(me);
      expect(await say(again, { isAdult: true })).toMatchObject({ status: 403 });
      const { isAdult, minorConfirmedAt } = await db().user.findUniqueOrThrow({ where: { id: again.id } });
      expect([isAdult, minorConfirmedAt !== null]).toEqual([false, age === "confirmed"]);
    }
  });

  test("a graduate of 2015 does not become a student", async () => {
    const me = await createMember({ role: "alumni", department: "CSE", batch: 2015 });
    const again = await comeBack(me);
    expect(await affiliationOf(again)).toEqual({ role: "alumni", department: "CSE", batch: 2015 });
    expect(await say(again, { batch: 2027 })).toMatchObject({ status: 409, error: "conflict" });
  });

  test("a student's third change of the year within a year is one too many", async () => {
    const me = await createMember({ department: "CSE", batch: 2027 });
    expect(await say(me, { batch: 2028 })).toMatchObject({ status: 200 });
    const again = await comeBack(me);
    expect(await affiliationOf(again)).toMatchObject({ batch: 2028 });
    expect(await say(again, { batch: 2029 })).toMatchObject({ status: 200 });
    const third = await comeBack({ ...me, ...again });
    expect(await say(third, { batch: 2027 })).toMatchObject({ status: 409, error: "conflict" });
  });

  test("what the college has listed since then is newer", async () => {
    const me = await createMember({ department: "CSE", batch: 2027 });
    const { email } = me.user;
    await leave(me);
    const listed = { role: "alumni", department: "ECE", batch: 2026 } as const;
    await db().rosterEntry.create({ data: { email, collegeName: "MITS", ...listed } });
    expect(await affiliationOf(await signUp(email))).toEqual(listed);
  });

  test("a request that was rejected today cannot be asked again today", async () => {
    const me = await createMember();
    const ask = ({ id, token }: Pick<Member, "id" | "token">) =>
      api.post(`/users/${id}/affiliation-request`, { token, body: { role: "staff" } });
    expect((await ask(me)).status).toBeLessThan(300);
    const data = { state: "rejected", decidedAt: new Date() } as const;
    await db().affiliationRequest.update({ where: { userId: me.id }, data });
    expect(await ask(await comeBack(me))).toMatchObject({ status: 409, error: "conflict" });
  });

  test("of someone who is 18, a student and in no class nothing is retained", async () => {
    const before = await db().formerMember.count();
    await leave(await createMember({ isAdult: true, ageSaidAt: new Date() }));
    expect(await db().formerMember.count()).toBe(before);
  });
});

test("limits that a person used up hold for their next account", async () => {
  const me = await createMember();
  await db().user.update({ where: { id: me.id }, data: { verifiedAt: new Date() } });
  const ask = async (token: string) => {
    const { id } = await createMember();
    const started = await api.post("/conversations", { token, body: { userId: id } });
    const { conversation } = started.body as { conversation: { _id: string } };
    const body = { text: "Hello", clientId: randomUUID() };
    return api.post(`/conversations/${conversation._id}/messages`, { token, body });
  };
  for (let count = 0; count < 5; count++) expect(await ask(me.token)).toMatchObject({ status: 201 });
  expect(await ask(me.token)).toMatchObject({ status: 429 });
  const { token } = await comeBack(me);
  expect(await ask(token)).toMatchObject({ status: 429 });
});
