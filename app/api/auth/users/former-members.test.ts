import { randomUUID } from "node:crypto";
import { addTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
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
