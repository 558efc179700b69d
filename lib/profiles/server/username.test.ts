import { db, transaction } from "@/lib/platform/db";
import { updateProfile } from "@/lib/profiles/server/profile";
import { usernameBase, usernameFor } from "@/lib/profiles/server/username";
import { createMember, type Member } from "@/tests/factories";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const rename = async ({ viewer, id }: Member) =>
  (await updateProfile(viewer, id, { name: "Dev Patel" })).username;
const newcomers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createMember({ name: "Anonymous User", username: null })));

describe("the base of a username", () => {
  test.each([
    ["Ishita Verma", "ishita.verma"],
    ["0901CS221045 ishita verma", "ishita.verma"],
    ["José Nuñez-García", "jose.nunez.garcia"],
    ["  ...Dev...  ", "dev"],
    ["अमित शाह", "amit.sah"],
    ["محمد علي", "mhmd.ly"],
    ["Ольга Иванова", "olga.ivanova"],
    ["李小龍", "lixiaolong"],
    ["ＩＳＨＩＴＡ", "ishita"],
    ["🙂🙂", "student"],
    ["Riya 👩🏽‍🚀", "riya"],
    ["%_'; DROP TABLE users", "drop.table.users"],
    ["a".repeat(60), "a".repeat(26)],
    [`${"a".repeat(25)} b`, "a".repeat(25)],
  ])("of %j is %s", (name, base) => {
    expect(usernameBase(name)).toBe(base);
  });
});

describe("people with the same name", () => {
  test("get different usernames, one after another and at once", async () => {
    const [first, second, third, ...others] = await newcomers(9);
    for (const [member, username] of [
      [first, "dev.patel"],
      [second, "dev.patel.2"],
      [third, "dev.patel.3"],
    ] as const) {
      expect(member && (await rename(member))).toBe(username);
    }
    const usernames = await Promise.all(others.map(rename));
    expect(usernames.sort()).toEqual([4, 5, 6, 7, 8, 9].map((number) => `dev.patel.${number}`));
  });

  test("need only a few index lookups, however many there are", async () => {
    await db().sql`
      INSERT INTO users (id, email, username)
      SELECT gen_random_uuid(), 'crowd.' || i || '@mitsgwl.ac.in', 'crowd' || CASE i WHEN 1 THEN '' ELSE '.' || i END
      FROM generate_series(1, 3000) i`;
    const plan = await db().sql`
      EXPLAIN (FORMAT JSON) SELECT count(*) FROM users WHERE username = 'crowd.77'`;
    expect(JSON.stringify(plan)).toContain("users_username_key");
    let username: string | null = null;
    const queries = await queriesOf(() =>
      transaction(async (tx) => {
        username = await usernameFor(tx, "Crowd");
      }),
    );
    expect(username).toBe("crowd.3001");
    expect(queries.length).toBeLessThan(40);
    expect(queries.filter((sql) => /LIKE|substring/i.test(sql))).toEqual([]);
  });

  test("get no username that looks official", async () => {
    const admin = await createMember({ name: "Anonymous User", username: null });
    const { username } = await updateProfile(admin.viewer, admin.id, { name: "Admin Team" });
    expect(username).toMatch(/^student(\.\d+)?$/);
  });

  test("keep their username when they change their name", async () => {
    const kabir = await createMember({ name: "Kabir Rao", username: "kabir.rao" });
    expect(await rename(kabir)).toBe("kabir.rao");
  });
});
