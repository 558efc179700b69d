import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { db } from "@/lib/platform/db";
import { disconnect } from "@/lib/platform/db-connections";
import { run } from "@/scripts/cli/exec.mjs";
import { api } from "@/tests/api";
import { EMPTY_TEMPLATE, query } from "@/tests/commands";
import { databaseOfWorker, nameOfWorker, testServer } from "@/tests/database";
import { createCase, createMember, createPost, createStaff } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

/**
 * The two roles of compose.yaml on a real server: made by deploy/postgres.sql, given their rights
 * by a migration. This file runs as the app's.
 */

jest.setTimeout(60_000);

const database = nameOfWorker();
const PASSWORDS = { owner_password: "of the owner's", app_password: "of the app" };
const roles = { owner: `${database}_owner`, app: `${database}_app` };

const addressOf = (role: string, password: string) => {
  const url = new URL(databaseOfWorker());
  return Object.assign(url, { username: role, password: encodeURIComponent(password) }).href;
};
const owner = addressOf(roles.owner, PASSWORDS.owner_password);
const app = addressOf(roles.app, PASSWORDS.app_password);

/** What psql would run, for this worker's database; the superuser's password is the tests' own. */
const initScript = () =>
  readFileSync("deploy/postgres.sql", "utf8")
    .replace(/^(\\getenv|ALTER ROLE postgres).*$/gm, "")
    .replace(/:'(\w+)'/g, (_, name) => `'${PASSWORDS[name as keyof typeof PASSWORDS].replace("'", "''")}'`)
    .replaceAll("campus_owner", roles.owner)
    .replaceAll("campus_app", roles.app)
    .replaceAll("campus_circle", database);

beforeAll(async () => {
  await useTestDatabase();
  await dropAll();
  await query(testServer(), `CREATE DATABASE ${database} TEMPLATE ${EMPTY_TEMPLATE}`);
  await query(testServer(), initScript());
  await migrate();
  await disconnect();
  Object.assign(process.env, { DATABASE_URL: app, DIRECT_DATABASE_URL: "" });
});

afterAll(async () => {
  await disconnect();
  await dropAll();
});

async function dropAll(): Promise<void> {
  await query(testServer(), `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  for (const role of Object.values(roles)) await query(testServer(), `DROP ROLE IF EXISTS ${role}`);
}

const migrate = () =>
  run(process.execPath, ["scripts/migrate.mjs"], {
    env: { ...process.env, DATABASE_URL: app, DIRECT_DATABASE_URL: "", DATABASE_OWNER_URL: owner },
  });

test("the app works: people sign in, post and react, moderators decide, accounts are deleted", async () => {
  const [author, reader, moderator] = [await createMember(), await createMember(), await createStaff()];
  const post = await createPost({ author });
  const { token } = reader;
  expect(await api.post(`/posts/${post.id}/like`, { token })).toMatchObject({ status: 200 });
  expect(await api.get("/posts", { token })).toMatchObject({ status: 200 });
  const caseId = await createCase({ subject: "post", subjectId: post.id, person: author, reporter: reader });
  expect(
    await api.post(`/moderation/cases/${caseId}/decision`, {
      token: moderator.token,
      body: { outcome: "removed", reason: "This breaks the guidelines." },
    }),
  ).toMatchObject({ status: 200 });
  expect(await api.delete(`/auth/users/${author.id}`, { token: author.token })).toMatchObject({
    status: 200,
  });
  expect(await db().moderationLog.count({ where: { caseId } })).toBeGreaterThan(0);
});

test.each([
  "CREATE TABLE mine (id int)",
  "CREATE TEMPORARY TABLE mine (id int)",
  "CREATE SCHEMA mine",
  "CREATE EXTENSION hstore",
  "DROP TABLE likes",
  "TRUNCATE likes",
  "ALTER TABLE users ADD COLUMN mine int",
  "ALTER TABLE moderation_log DISABLE TRIGGER ALL",
  "UPDATE moderation_log SET action = 'x'",
  "DELETE FROM moderation_log",
  "UPDATE standing_changes SET is_deleted = false",
  "DELETE FROM standing_changes",
  "UPDATE revocations SET state = '{}'",
  "DELETE FROM revocations",
  "DELETE FROM _prisma_migrations",
  "CREATE ROLE mine",
  "COPY users TO PROGRAM 'cat'",
])("the app's role may not: %s", async (statement) => {
  await expect(query(app, statement)).rejects.toMatchObject({ code: "42501" });
});

test("the backup of compose.yaml is written by the app's role, restored by the owner, and deleted after two weeks", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "campus-circle-backups-"));
  const [, lines = ""] =
    /- sh\n +- -c\n +- \|\n(( {8}.*\n)+)/.exec(readFileSync("compose.yaml", "utf8")) ?? [];
  // Once around the loop; Compose makes one dollar of two.
  const script = lines.replaceAll("$$", "$").replaceAll("/backups", folder).replace("sleep 3600", "exit 0");
  const backUp = (url: string) =>
    run("sh", ["-c", script], {
      env: { ...process.env, DATABASE_URL: url, DATABASE_OWNER_URL: "", BACKUP_RECIPIENT: "" },
    });
  const daily = Array.from(
    { length: 14 },
    (_, day) => `campus-circle-202601${String(day + 1).padStart(2, "0")}T001500Z.tar.gz`,
  );
  const byHand = "campus-before.tar.gz";
  for (const name of [...daily, byHand]) writeFileSync(path.join(folder, name), "");
  expect(await backUp(addressOf(roles.app, "wrong"))).toContain("password authentication failed");
  expect(readdirSync(folder).sort()).toEqual([byHand, ...daily]);

  const { user } = await createMember();
  expect(await backUp(app)).toContain("It is not encrypted");
  const left = readdirSync(folder).sort();
  expect(left).toEqual([byHand, ...daily.slice(1), expect.stringMatching(/^campus-circle-\d{8}T/)]);
  const today = left.at(-1) ?? "";
  await backUp(app);

  await query(app, `DELETE FROM users WHERE id = '${user.id}'`);
  await run(process.execPath, ["scripts/restore.mjs", path.join(folder, today), "--replace", "--yes"], {
    env: { ...process.env, DATABASE_URL: app, DIRECT_DATABASE_URL: "", DATABASE_OWNER_URL: owner },
  });
  expect(await query(app, `SELECT id FROM users WHERE id = '${user.id}'`)).toHaveLength(1);
  expect(readdirSync(folder).sort()).toEqual(left);
  rmSync(folder, { recursive: true });
});

test("a later migration gives it new tables too, and the owner alone changes the schema", async () => {
  await query(owner, "CREATE TABLE later (id serial, at timestamptz)");
  await expect(query(app, "INSERT INTO later (at) VALUES (now())")).rejects.toThrow("permission denied");
  await migrate();
  await query(app, "INSERT INTO later (at) VALUES (now())");
  await query(owner, "DROP TABLE later");
  const rows = await query(owner, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user");
  expect(rows).toEqual([{ rolsuper: false }]);
});
