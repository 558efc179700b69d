import { logAction } from "@/lib/moderation/server/log";
import { logAnswer } from "@/lib/moderation/staff-schema";
import { ago } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { api, loadRoute } from "@/tests/api";
import { makeRequest } from "@/tests/call";
import { createCase, createMember, createStaff, createUser, type Member } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

let moderator: Member;
let admin: Member;
beforeAll(async () => {
  moderator = await createStaff();
  admin = await createStaff("admin");
});

const read = async (query: Record<string, string> = {}, by = admin) =>
  (await api.get("/moderation/log", { token: by.token, query })).read(logAnswer);
const actions = async (query: Record<string, string>) =>
  (await read(query)).entries.map(({ action }) => action);

test("an entry names its case: what it is about, and whose that is", async () => {
  const person = await createUser({ name: "Kabir Rao" });
  const caseId = await createCase({ subject: "comment", subjectId: crypto.randomUUID(), person });
  await api.get(`/moderation/cases/${caseId}`, { token: moderator.token });
  expect((await read({ caseId })).entries).toMatchObject([
    { action: "case_opened", person: null, case: { subject: "comment", person: { name: "Kabir Rao" } } },
  ]);
});

test("it is read by kind, by who did it, and by the day of the colleges", async () => {
  const { id: personId } = await createMember();
  const by = await createStaff("admin");
  const act = (action: "role_set" | "notice_sent" | "people_exported" | "people_listed") =>
    transaction((tx) => logAction(tx, { actorId: by.id, action, personId }));
  for (const action of ["role_set", "notice_sent", "people_exported", "people_listed"] as const) {
    await act(action);
  }
  const actorId = by.id;
  expect(await actions({ actorId })).toEqual(["people_listed", "people_exported", "notice_sent", "role_set"]);
  expect(await actions({ actorId, kind: "roles" })).toEqual(["role_set"]);
  expect(await actions({ actorId, kind: "notices" })).toEqual(["notice_sent"]);
  expect(await actions({ actorId, kind: "exports" })).toEqual(["people_exported"]);
  expect(await actions({ actorId, kind: "openings" })).toEqual(["people_listed"]);
  expect(await actions({ actorId, kind: "decisions" })).toEqual([]);

  // Before and after midnight in India.
  const other = crypto.randomUUID();
  for (const at of [
    "2026-03-04T18:29:59Z",
    "2026-03-04T18:30:00Z",
    "2026-03-05T18:29:59Z",
    "2026-03-05T18:30:00Z",
  ]) {
    await db().moderationLog.create({ data: { at: new Date(at), actorId: other, action: "role_set" } });
  }
  const { entries } = await read({ actorId: other, day: "2026-03-05" });
  expect(entries.map(({ at }) => at)).toEqual(["2026-03-05T18:29:59.000Z", "2026-03-04T18:30:00.000Z"]);
  for (const query of [{ day: "5 March" }, { day: "2026-02-30" }, { kind: "secrets" }] as const) {
    expect(await api.get("/moderation/log", { token: admin.token, query })).toMatchObject({ status: 400 });
  }
});

describe("exporting it", () => {
  const exported = async (query: Record<string, string>, { token }: Member) => {
    const { GET } = await loadRoute(["moderation", "log", "export"]);
    const request = makeRequest({ path: "/api/moderation/log/export", token, query });
    return GET(request, { params: Promise.resolve({}) });
  };

  test("is for admins, by the filter, without cases that do not exist for them, and in the log", async () => {
    const person = await createUser({ name: "=Kabir" });
    const caseId = await createCase({ subject: "person", subjectId: person.id, person });
    const body = { outcome: "suspended", days: 3, reason: "Please be kinder in comments." };
    await api.post(`/moderation/cases/${caseId}/decision`, { token: moderator.token, body });
    const own = await createCase({ subject: "person", subjectId: admin.id, person: admin });
    await api.get(`/moderation/cases/${own}`, { token: (await createStaff("admin")).token });

    expect((await exported({}, moderator)).status).toBe(404);
    const reply = await exported({ kind: "decisions" }, admin);
    expect(reply.status).toBe(200);
    const text = await reply.text();
    expect(text).toContain(`,"${moderator.user.name}","case_decided","'=Kabir","${caseId}","suspended","3",`);
    expect(text).not.toContain("case_opened");
    const all = await (await exported({}, admin)).text();
    expect(all).toContain("case_opened");
    expect(all).not.toContain(own);
    expect((await read({ kind: "exports", actorId: admin.id })).entries).toMatchObject([
      { action: "log_exported", details: { filter: [] } },
      { action: "log_exported", details: { filter: ["kind"] } },
    ]);
  });

  test("needs a fresh proof of who asks", async () => {
    const idle = await createStaff("admin");
    await db().session.updateMany({ where: { userId: idle.id }, data: { createdAt: ago(1, "days") } });
    const reply = await exported({}, idle);
    expect(reply.status).toBe(403);
    expect(await reply.json()).toMatchObject({ error: "reauthenticate" });
  });
});
