import { writeFileSync } from "node:fs";
import { openSession } from "@/lib/accounts/server/sessions";
import { db, disconnect, transaction } from "@/lib/platform/db";

/** Signs `count` people in and writes their tokens to `file`, for scripts/bench.mjs to use. */
const [file = "", count = "1"] = process.argv.slice(2);
const users = await db().user.findMany({
  where: { isActive: true, verifiedAt: { not: null } },
  orderBy: { createdAt: "desc" },
  take: Number(count),
});
const people = [];
for (const user of users) {
  const { answer, cookie } = await transaction((tx) => openSession(tx, user, "bench"));
  people.push({ id: user.id, accessToken: answer.accessToken, cookie: cookie.split(";", 1)[0] });
}
writeFileSync(file, JSON.stringify(people));
await disconnect();
