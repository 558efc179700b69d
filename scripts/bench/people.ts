import { writeFileSync } from "node:fs";
import { openSession } from "@/lib/accounts/server/sessions";
import { db, disconnect, transaction } from "@/lib/platform/db";

/**
 * Signs `count` people in and writes their tokens to `file`, for scripts/bench.mjs to use. Every
 * other one joins many people, because the circle's feed is read in another way then.
 */
const JOINED = 2_000;

const [file = "", count = "1"] = process.argv.slice(2);
const users = await db().user.findMany({
  where: { isActive: true, verifiedAt: { not: null } },
  orderBy: { createdAt: "desc" },
  take: Number(count),
});
const joined = await db().user.findMany({ orderBy: { id: "asc" }, take: JOINED, select: { id: true } });
const people = [];
for (const [index, user] of users.entries()) {
  const others = index % 2 === 0 ? joined.filter(({ id }) => id !== user.id) : [];
  const follows = others.map(({ id }) => ({ followerId: user.id, followeeId: id }));
  await db().follow.createMany({ data: follows, skipDuplicates: true });
  const { answer, cookie } = await transaction((tx) => openSession(tx, user, "bench"));
  people.push({ id: user.id, accessToken: answer.accessToken, cookie: cookie.split(";", 1)[0] });
}
writeFileSync(file, JSON.stringify(people));
await disconnect();
