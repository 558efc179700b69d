import { db } from "@/lib/platform/db";
import { run } from "@/scripts/cli/exec.mjs";
import { failureOutput } from "@/tests/commands";
import { databaseOfWorker } from "@/tests/database";
import { createCase, createUser } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

/** `npm run member`, as operators run it. */

beforeAll(useTestDatabase);

const member = (...words: string[]) =>
  run(process.execPath, ["scripts/program.mjs", "member", ...words], {
    env: { ...process.env, DATABASE_URL: databaseOfWorker(), DIRECT_DATABASE_URL: "" },
  });

test("gives and takes roles, suspends and hides, and all of it is in the log", async () => {
  const { id, email, name } = await createUser();
  expect(await member("role", email, "admin")).toContain(`${name} is an admin now.`);
  await member("suspend", email, "--days", "3", "--reason", "Spam in every thread");
  expect(await member("show", email.toUpperCase())).toMatch(/admin.*decisions that stand.*1/s);
  await db().user.update({ where: { id }, data: { isActive: false, deactivatedAt: new Date() } });
  await member("deactivate", email);
  const user = await db().user.findUniqueOrThrow({ where: { id } });
  expect(user).toMatchObject({ staffRole: "admin", isActive: false, suspendedUntil: expect.any(Date) });
  // Else signing in would bring the account back.
  expect(user.deactivatedAt).toBeNull();
  const log = await db().moderationLog.findMany({ where: { personId: id }, orderBy: { id: "asc" } });
  expect(log.map(({ actorId, action }) => [actorId, action])).toEqual([
    [null, "role_set"],
    [null, "case_decided"],
    [null, "switched_off"],
  ]);
  // One entry for the role, one for the suspension.
  expect(await db().outboxMail.count({ where: { to: email } })).toBe(2);
}, 120_000);

test("leaves it to those who deactivated their own account to come back", async () => {
  const { email } = await createUser({ isActive: false, deactivatedAt: new Date() });
  expect(await failureOutput(member("activate", email))).toContain("logging in brings it back");
}, 60_000);

test("does not show a banned person again", async () => {
  const { id, email } = await createUser({ isActive: false, suspendedAt: new Date() });
  expect(await failureOutput(member("activate", email))).toContain("is banned: undo that in /moderation.");
  expect(await db().user.findUniqueOrThrow({ where: { id } })).toMatchObject({ isActive: false });
}, 60_000);

test("lists the cases that no one of the staff may decide", async () => {
  await db().user.updateMany({ data: { staffRole: null } });
  expect(await member("cases")).toContain("There is nothing");
  const person = await createUser({ name: "Kabir Rao", staffRole: "admin" });
  await createCase({ subject: "person", subjectId: person.id, person });
  expect(await member("cases")).toMatch(/Kabir Rao.*account.*Spam/s);
}, 60_000);

test.each([
  [
    "an unknown person",
    ["show", "unknown@mitsgwl.ac.in"],
    "No one has signed up with unknown@mitsgwl.ac.in.",
  ],
  ["an unknown role", ["role", "a@mitsgwl.ac.in", "king"], "The role is moderator, admin or none."],
  ["a suspension without a reason", ["suspend", "a@mitsgwl.ac.in", "--days", "3"], "--reason is what"],
  ["nothing", [], "npm run member -- show <email>"],
])(
  "says what is wrong with %s",
  async (_, words, message) => {
    const output = await failureOutput(member(...words));
    expect(output).toContain(message);
    expect(output).not.toContain("    at ");
  },
  60_000,
);
