import { readFileSync } from "node:fs";
import { TABLES } from "@/lib/personal-data/server/tables";
import { db } from "@/lib/platform/db";
import { TRANSIENT_TABLES } from "@/scripts/backup/tables.mjs";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

/** The tables of the models, as `@@map` names them. */
const NAMES = new Map(
  [...readFileSync("prisma/schema.prisma", "utf8").matchAll(/^model (\w+) \{(.*?)^\}/gms)].map(
    ([, model = "", body = ""]) => [model, /@@map\("(\w+)"\)/.exec(body)?.[1] ?? ""] as const,
  ),
);

const namesOf = (isMeant: (table: (typeof TABLES)[keyof typeof TABLES]) => boolean) =>
  Object.entries(TABLES)
    .flatMap(([model, table]) => (isMeant(table) ? [NAMES.get(model)] : []))
    .toSorted();

test("a backup leaves out what is said to be left out, and nothing else", () => {
  expect(TRANSIENT_TABLES.toSorted()).toEqual(namesOf(({ backedUp }) => backedUp !== true));
});

test("what is said to go in a cascade hangs on rows that go", async () => {
  const rows = await db().sql<{ name: string }>`
    SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'c'`;
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(namesOf(({ erased }) => erased === "cascade")),
  );
});

test("what is said to be emptied loses the person and stays", async () => {
  const rows = await db().sql<{ name: string }>`
    SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
    WHERE contype = 'f' AND confdeltype = 'n' AND confrelid = 'users'::regclass`;
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(namesOf(({ erased }) => erased === "emptied")),
  );
});
