import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { openSession } from "@/lib/accounts/server/sessions";
import { startConversation } from "@/lib/messages/server/conversation";
import { db, transaction } from "@/lib/platform/db";
import { disconnect } from "@/lib/platform/db-connections";
import { mutedPattern } from "@/lib/safety/muted-words";

/**
 * Signs `count` people in and writes their tokens to `file`, for scripts/bench.mjs to use. Every
 * other one joins many people, because the circle's feed is read in another way then. Each gets the
 * longest of their conversations, or begins one. The last one hides people and words that no one
 * sees anyway, so that only the hiding costs. They have joined the same people and have the same
 * notifications as `people.at(-3)`, who hides nothing.
 */
const JOINED = 2_000;
const HIDDEN_PEOPLE = 500;
/** Words that neither the demo campus nor the volume says. */
const HIDDEN_WORDS = `politics election cricket football spoiler movie diet weight calories gym crypto bitcoin
  trading party alcohol beer smoking drugs gambling casino religion war violence murder accident death funeral breakup
  dating marriage wedding pregnancy hospital vaccine virus lockdown placement salary percentile backlog ragging spider
  horoscope influencer giveaway lottery protest riot earthquake flood`.split(/\s+/);

const [file = "", count = "1"] = process.argv.slice(2);
const users = await db().user.findMany({
  where: { isActive: true, verifiedAt: { not: null } },
  orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  take: Number(count),
});
const joined = await db().user.findMany({ orderBy: { id: "asc" }, take: JOINED, select: { id: true } });
// All are of one class, as the volume has some.
await db().user.updateMany({
  where: { id: { in: users.map(({ id }) => id) } },
  data: { department: "CSE", batch: new Date().getFullYear() + 1, section: null },
});
const people = [];
const partnerOf = (id: string) => joined.find((other) => other.id !== id)?.id ?? "";
for (const [index, user] of users.entries()) {
  const others = index % 2 === 0 ? joined.filter(({ id }) => id !== user.id) : [];
  const follows = others.map(({ id }) => ({ followerId: user.id, followeeId: id }));
  await db().follow.createMany({ data: follows, skipDuplicates: true });
  const longest = await db().conversationParticipant.findFirst({
    where: { personId: user.id, box: "inbox" },
    orderBy: { conversation: { lastSeq: "desc" } },
  });
  const conversationId =
    longest?.conversationId ??
    (await startConversation({ id: user.id, sessionId: "" }, partnerOf(user.id)))._id;
  const { answer, cookie } = await transaction((tx) => openSession(tx, user, "bench"));
  const { accessToken } = answer;
  people.push({ id: user.id, accessToken, cookie: cookie.split(";", 1)[0], conversationId });
}
const [other, , hider] = people.slice(-3);
if (other && hider) {
  await joinSame(hider.id, other.id);
  await notifySame(hider.id, other.id);
  await hideMuch(hider.id);
}
await countCircles(people.map(({ id }) => id));
writeFileSync(file, JSON.stringify(people));
await disconnect();

async function joinSame(id: string, otherId: string): Promise<void> {
  const follows = await db().follow.findMany({ where: { followerId: otherId, followeeId: { not: id } } });
  await db().follow.deleteMany({ where: { followerId: id } });
  await db().follow.createMany({ data: follows.map((follow) => ({ ...follow, followerId: id })) });
}

/** Gives `otherId` the notifications of `id`, instead of their own. */
async function notifySame(id: string, otherId: string): Promise<void> {
  const notifications = await db().notification.findMany({
    where: { receiverId: id, senderId: { not: otherId } },
  });
  await db().notification.deleteMany({ where: { receiverId: otherId } });
  await db().notification.createMany({
    data: notifications.map((notification) => ({ ...notification, id: randomUUID(), receiverId: otherId })),
  });
}

/** Counts again for these people and for the people they have joined. */
async function countCircles(ids: string[]): Promise<void> {
  await db().sql`
    UPDATE users u SET followers_count = (SELECT count(*) FROM follows WHERE followee_id = u.id),
      following_count = (SELECT count(*) FROM follows WHERE follower_id = u.id)
    WHERE id = ANY(${ids}::uuid[])
      OR id IN (SELECT followee_id FROM follows WHERE follower_id = ANY(${ids}::uuid[]))`;
}

/** Half of the people are blocked by the person, and half have blocked them. */
async function hideMuch(id: string): Promise<void> {
  const hidden = Array.from({ length: HIDDEN_PEOPLE }, () => randomUUID());
  await db().user.createMany({
    data: hidden.map((other) => ({ id: other, email: `${other}@mitsgwl.ac.in` })),
  });
  await db().block.createMany({
    data: hidden.map((other, index) =>
      index % 2 === 0 ? { blockerId: id, blockedId: other } : { blockerId: other, blockedId: id },
    ),
  });
  await db().user.update({ where: { id }, data: { mutedPattern: mutedPattern(HIDDEN_WORDS) } });
}
