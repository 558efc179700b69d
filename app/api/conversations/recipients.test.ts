import { circleAnswer } from "@/lib/circles/schema";
import { setCircle } from "@/lib/circles/server/circle";
import { searchAnswer } from "@/lib/people-search/schema";
import { api } from "@/tests/api";
import { createConversation, createMember, createMessage, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);

const NAME = "Recipient Rao";
const choose = (member: Member, whoCanMessage: string) =>
  api.put("/conversations/preferences", { token: member.token, body: { whoCanMessage } });
const say = async (sender: Member, other: Member, times = 1) => {
  const conversationId = await createConversation(sender, other);
  for (let time = 0; time < times; time++) await createMessage({ conversationId, sender });
};

/** Who they are to the viewer, and whether the viewer may write to them. */
const PEOPLE: [what: string, prepare: (them: Member, me: Member) => Promise<unknown>, isOffered: boolean][] =
  [
    ["a stranger", async () => {}, true],
    ["a minor whom the viewer does not know", async () => {}, true],
    ["who takes no new messages", (them) => choose(them, "nobody"), false],
    [
      "who takes none, and has joined the viewer",
      async (them, me) => {
        await setCircle(them.viewer, me.id, true);
        await choose(them, "nobody");
      },
      false,
    ],
    [
      "who takes none, and has written to the viewer",
      async (them, me) => {
        await say(them, me);
        await choose(them, "nobody");
      },
      true,
    ],
    // Rejected on sending, as a minor's: the offered people would reveal who is one.
    ["who takes those of people they joined", (them) => choose(them, "circle"), true],
    [
      "who takes those of people they joined, and joined the viewer",
      async (them, me) => {
        await setCircle(them.viewer, me.id, true);
        await choose(them, "circle");
      },
      true,
    ],
    ["who has an answer to give", (them, me) => say(me, them, 2), true],
    ["whose requests are full", (them, me) => say(me, them, 3), false],
    [
      "who blocked the viewer",
      (them, me) => api.post(`/users/${me.id}/block`, { token: them.token, body: { blocked: true } }),
      false,
    ],
  ];

test.each(PEOPLE)(
  "of people to send to, %s is offered as far as the rule of writing is shown",
  async (what, prepare, isOffered) => {
    const me = await createMember({ name: NAME });
    const them = await createMember({ name: NAME, isAdult: !what.includes("minor") });
    await prepare(them, me);
    const query = { q: NAME, recipients: "true", limit: 50 };
    const found = (await api.get("/search/users", { token: me.token, query })).read(searchAnswer);
    const ids = found.users.map(({ _id }) => _id);
    expect(ids.includes(them.id)).toBe(isOffered);
    expect(ids).not.toContain(me.id);
    const opened = await api.post("/conversations", { token: me.token, body: { userId: them.id } });
    const { conversation } = opened.body as { conversation?: { canWrite: boolean } };
    expect(conversation?.canWrite ?? false).toBe(isOffered);
  },
);

test("of one's circle, those who take no messages are left out, also where it is searched", async () => {
  const [me, open, closed] = [await createMember(), await createMember(), await createMember()];
  for (const member of [open, closed]) await setCircle(member.viewer, me.id, true);
  await choose(closed, "nobody");
  for (const query of [{ recipients: "true" }, { recipients: "true", q: closed.user.name.slice(0, 3) }]) {
    const reply = await api.get(`/users/${me.id}/circle`, { token: me.token, query });
    const ids = reply.read(circleAnswer).users.map(({ _id }) => _id);
    expect(ids).not.toContain(closed.id);
    expect(ids).toContain(open.id);
  }
  const all = await api.get(`/users/${me.id}/circle`, { token: me.token });
  expect(all.read(circleAnswer).users).toHaveLength(2);
});

test("only `true` is a value", async () => {
  const { token } = await createMember();
  const query = { q: "a", recipients: "yes" };
  expect((await api.get("/search/users", { token, query })).status).toBe(400);
});
