import { setCircle } from "@/lib/circles/server/circle";
import { recipientsAnswer } from "@/lib/people-search/schema";
import { wellJoinedPeople } from "@/lib/people-search/server/suggestions";
import { setMute } from "@/lib/safety/server/mute";
import { api } from "@/tests/api";
import { createConversation, createMember, createMessage, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { queriesOf } from "@/tests/queries";
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
const offered = async (me: Member, query: Record<string, string> = {}) =>
  (await api.get("/people/recipients", { token: me.token, query }))
    .read(recipientsAnswer)
    .people.map(({ _id }) => _id);

/** Members of one first name, each nearer to `me` than the one after. */
async function createNearPeople(name: string) {
  const ofClass = { department: "CSE", batch: 2027 };
  const create = (surname: string, facts = {}) => createMember({ name: `${name} ${surname}`, ...facts });
  const me = await create("Me", ofClass);
  // By name, the farthest would come first.
  const stranger = await create("Able", { batch: 2020, department: "ECE" });
  const classmate = await create("Baker", ofClass);
  const follower = await create("Charlie");
  const joined = await create("Dog");
  const partner = await create("Easy");
  const latest = await create("Fox");
  await setCircle(follower.viewer, me.id, true);
  await setCircle(me.viewer, joined.id, true);
  // The nearest kind counts.
  await setCircle(me.viewer, partner.id, true);
  await say(me, partner);
  await say(me, latest);
  return { me, stranger, near: [latest, partner, joined, follower, classmate].map(({ id }) => id) };
}

test("partners of conversations come first, then people joined, one's circle, one's class, then suggestions", async () => {
  const { me, near } = await createNearPeople("Nearby");
  wellJoinedPeople.clear();
  const [five, more] = [await offered(me, { limit: "5" }), await offered(me, { limit: "50" })];
  expect(five).toEqual(near);
  expect(more.slice(0, 5)).toEqual(near);
  // Suggestions are new: no one twice, and not oneself.
  expect(more.length).toBeGreaterThan(5);
  expect(new Set(more).size).toBe(more.length);
  expect(more).not.toContain(me.id);
  expect(await queriesOf(() => offered(me))).toHaveLength(1);
});

test("a typed name finds them in the same order, exact matches before similar ones", async () => {
  const { me, near, stranger } = await createNearPeople("Samename");
  const similar = await createMember({ name: "Samenane Near" });
  await setCircle(me.viewer, similar.id, true);
  expect(await offered(me, { q: "samename" })).toEqual([...near, stranger.id, similar.id]);
  expect(await queriesOf(() => offered(me, { q: "samename" }))).toHaveLength(1);
});

test("a muted person is offered where their name is typed, and not before", async () => {
  const [me, muted] = [await createMember(), await createMember({ name: "Muted Mehta" })];
  await setCircle(me.viewer, muted.id, true);
  expect(await offered(me)).toContain(muted.id);
  await setMute(me.viewer, muted.id, { muted: true });
  expect(await offered(me, { limit: "50" })).not.toContain(muted.id);
  expect(await offered(me, { q: "Muted Mehta" })).toEqual([muted.id]);
});

test("for a notification, also people who take no messages", async () => {
  const [me, closed] = [await createMember(), await createMember({ name: "Closed Chopra" })];
  await setCircle(me.viewer, closed.id, true);
  await choose(closed, "nobody");
  for (const query of [{ q: "closed chopra" }, { q: "" }]) {
    expect(await offered(me, query)).not.toContain(closed.id);
    expect(await offered(me, { ...query, of: "notification" })).toContain(closed.id);
  }
});

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
    const ids = await offered(me, { q: NAME, limit: "50" });
    expect(ids.includes(them.id)).toBe(isOffered);
    expect(ids).not.toContain(me.id);
    const opened = await api.post("/conversations", { token: me.token, body: { userId: them.id } });
    const { conversation } = opened.body as { conversation?: { canWrite: boolean } };
    expect(conversation?.canWrite ?? false).toBe(isOffered);
  },
);

test("only what they may get is a value", async () => {
  const { token } = await createMember();
  expect((await api.get("/people/recipients", { token, query: { of: "money" } })).status).toBe(400);
});
