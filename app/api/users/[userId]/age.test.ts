import { conversationAnswer, messagePreferencesAnswer } from "@/lib/messages/schema";
import { logAnswer } from "@/lib/moderation/staff-schema";
import { notificationsAnswer, preferencesAnswer } from "@/lib/notifications/schema";
import { suggestionsAnswer } from "@/lib/people-search/schema";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { meAnswer, userAnswer } from "@/lib/profiles/schema";
import { forgetSessions } from "@/lib/sessions/server/access";
import { api } from "@/tests/api";
import { createMember, createStaff, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

/** What people say about their age, and what follows for those who are under 18. */

beforeAll(useTestDatabase);
beforeAll(liftLimits);

afterEach(() => setMinors("allow"));

function setMinors(mode: string): void {
  process.env.MINORS = mode;
  resetEnvForTests();
  forgetSessions();
}

const say = (member: Member, isAdult: boolean) =>
  api.put(`/users/${member.id}`, { token: member.token, body: { isAdult } });
const suggestedTo = async ({ token }: Member): Promise<string[]> =>
  (await api.get("/users/suggestions", { token })).read(suggestionsAnswer).users.map(({ _id }) => _id);

describe("the answer", () => {
  test("is one's own alone to see, and its date is stored", async () => {
    const [me, other] = [await createMember({ isAdult: null }), await createMember()];
    expect((await api.get("/auth/me", { token: me.token })).read(meAnswer).user.isAdult).toBeNull();
    expect((await say(me, true)).read(meAnswer).user.isAdult).toBe(true);
    const { ageSaidAt } = await db().user.findUniqueOrThrow({ where: { id: me.id } });
    expect(Date.now() - (ageSaidAt?.getTime() ?? 0)).toBeLessThan(60_000);
    const seen = await api.get(`/users/${me.id}`, { token: other.token });
    expect(seen.read(userAnswer).user.isAdult).toBeUndefined();
  });

  test("can become 'I am 18' once a year, and 'I am under 18' at any time", async () => {
    const me = await createMember({ isAdult: null });
    await say(me, true);
    expect(await say(me, false)).toMatchObject({ status: 200 });
    expect(await say(me, true)).toMatchObject({ status: 403, error: "forbidden" });
    // Repeating an answer does not make it a new one.
    await db().user.update({ where: { id: me.id }, data: { ageSaidAt: ago(366, "days") } });
    await say(me, false);
    expect(await say(me, true)).toMatchObject({ status: 200 });
  });
});

describe.each([
  ["is under 18", false],
  ["has not said", null],
])("someone who %s", (_, isAdult) => {
  test("gets messages only from people they joined", async () => {
    const [minor, sender] = [
      await createMember({ isAdult, whoCanMessage: "everyone" }),
      await createMember(),
    ];
    const begun = await api.post("/conversations", { token: sender.token, body: { userId: minor.id } });
    const { _id } = begun.read(conversationAnswer).conversation;
    const write = (clientId: string) =>
      api.post(`/conversations/${_id}/messages`, {
        token: sender.token,
        body: { text: "Hello", clientId },
      });
    expect(await write("018f0000-0000-7000-8000-000000000001")).toMatchObject({ status: 403 });
    await api.post(`/users/${sender.id}/follow`, { token: minor.token, body: { inCircle: true } });
    expect(await write("018f0000-0000-7000-8000-000000000002")).toMatchObject({ status: 201 });
  });

  test("can't widen that, nor switch on what is off", async () => {
    const { token } = await createMember({ isAdult, showsMessageText: true });
    const messages = (await api.get("/conversations/preferences", { token })).read(messagePreferencesAnswer);
    expect(messages.preferences).toMatchObject({ whoCanMessage: "circle" });
    const notifications = (await api.get("/notifications/preferences", { token })).read(preferencesAnswer);
    const off = {
      ...(isAdult === false ? { custom: false, customFromEveryone: false } : {}),
      messageText: false,
    };
    expect(notifications.preferences).toMatchObject(off);
    const open = { whoCanMessage: "everyone" };
    expect(await api.put("/conversations/preferences", { token, body: open })).toMatchObject({ status: 403 });
    for (const key of Object.keys(off)) {
      const body = { [key]: true };
      expect(await api.put("/notifications/preferences", { token, body })).toMatchObject({ status: 403 });
    }
    const closed = { whoCanMessage: "nobody" };
    expect(await api.put("/conversations/preferences", { token, body: closed })).toMatchObject({
      status: 200,
    });
  });
});

test("what was sent by hand is not shown to someone who says that they are under 18", async () => {
  const [minor, sender] = [await createMember({ isAdult: null }), await createMember()];
  const body = { receiverId: minor.id, type: "comment", message: "Meet me" };
  expect(await api.post("/notifications", { token: sender.token, body })).toMatchObject({ status: 201 });
  const count = async () =>
    (await api.get("/notifications", { token: minor.token })).read(notificationsAnswer).totalCount;
  expect(await count()).toBe(1);
  await say(minor, false);
  expect(await count()).toBe(0);
});

test.each([false, null])(
  "a first-year finds classmates to join and is found by them (isAdult: %s)",
  async (isAdult) => {
    const ofClass = { department: "CSE", batch: 2030 };
    const [me, classmate] = [await createMember({ ...ofClass, isAdult }), await createMember(ofClass)];
    expect(await suggestedTo(me)).toContain(classmate.id);
    expect(await suggestedTo(classmate)).toContain(me.id);
  },
);

test.each(["confirm", "refuse"])("with MINORS=%s a minor reads and writes nothing", async (mode) => {
  setMinors(mode);
  const [minor, adult] = [await createMember({ isAdult: null }), await createMember()];
  expect((await say(minor, false)).read(meAnswer).user).toMatchObject({ isAdult: false, isWaiting: true });
  const { token } = minor;
  for (const path of ["/posts", `/users/${adult.id}`, "/users/suggestions", "/notifications"]) {
    expect(await api.get(path, { token })).toMatchObject({ status: 403, error: "forbidden" });
  }
  expect(await say(minor, true)).toMatchObject({ status: 403 });
  expect((await api.get("/auth/me", { token })).read(meAnswer).user.isWaiting).toBe(true);
  expect(await api.get("/auth/sessions", { token })).toMatchObject({ status: 200 });
});

test("who waits for a parent's consent is in no list and no search until it is noted", async () => {
  const name = "Ojas Waitingly";
  const [minor, me] = [await createMember({ name, isAdult: false }), await createMember()];
  const found = async () => {
    const paths = ["/search/users", "/people"];
    const answers = paths.map((path) => api.get(path, { token: me.token, query: { q: name } }));
    return (await Promise.all(answers)).map(({ body }) => JSON.stringify(body).includes(minor.id));
  };
  const everywhere = [true, true];
  expect(await found()).toEqual(everywhere);
  setMinors("confirm");
  expect(await found()).toEqual([false, false]);
  await db().user.update({ where: { id: minor.id }, data: { minorConfirmedAt: new Date() } });
  expect(await found()).toEqual(everywhere);
  setMinors("refuse");
  expect(await found()).toEqual([false, false]);
});

test("an admin notes a parent's consent, which opens the account and is in the log", async () => {
  setMinors("confirm");
  const [minor, admin] = [await createMember({ isAdult: false }), await createStaff("admin")];
  const note = (age: string, by = admin) =>
    api.post(`/college/people/${minor.id}/age`, { token: by.token, body: { age } });
  const moderator = await createStaff("moderator");
  expect(await api.get("/notifications", { token: minor.token })).toMatchObject({ status: 403 });
  expect(await note("confirmed", moderator)).toMatchObject({ status: 404 });
  expect(await note("confirmed")).toMatchObject({ body: { member: { age: "confirmed" } } });
  expect(await api.get("/notifications", { token: minor.token })).toMatchObject({ status: 200 });
  // Still a minor.
  expect((await api.get("/conversations/preferences", { token: minor.token })).body).toMatchObject({
    preferences: { whoCanMessage: "circle", whoCanMention: "circle" },
  });
  expect(await note("adult")).toMatchObject({ body: { member: { age: "adult" } } });
  const detailsFor = async ({ token }: Member) => {
    const { entries } = (await api.get("/moderation/log", { token, query: { personId: minor.id } })).read(
      logAnswer,
    );
    return entries.map(({ person, actor, details }) => [person?._id, actor?._id, details.age]);
  };
  expect(await detailsFor(admin)).toEqual([
    [minor.id, admin.id, "adult"],
    [minor.id, admin.id, "confirmed"],
  ]);
  // Moderators are people of the campus, too.
  expect(await detailsFor(moderator)).toEqual([
    [minor.id, admin.id, undefined],
    [minor.id, admin.id, undefined],
  ]);
});
