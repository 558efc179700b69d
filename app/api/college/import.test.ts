import { sweepRoster } from "@/lib/accounts/server/roster";
import { IMPORT_BYTES } from "@/lib/college/policy";
import { type ImportAnswer, importAnswer } from "@/lib/college/schema";
import { inviteListed } from "@/lib/college/server/invitations";
import { finishWork } from "@/lib/platform/after-response";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { api } from "@/tests/api";
import { createNewcomer, createStaff, createUser, type Member } from "@/tests/factories";
import { findMails } from "@/tests/mailbox";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

let admin: Member;
beforeAll(async () => {
  admin = await createStaff("admin");
});
beforeEach(async () => {
  await db().rosterEntry.deleteMany();
});

const HEAD = "email,name,role,department,batch";
const post = (body: string, query: Record<string, string> = {}, type = "text/csv", { token } = admin) =>
  api.post("/college/people/import", { token, body, query, headers: { "Content-Type": type } });
const send = async (lines: string[], query: Record<string, string> = {}): Promise<ImportAnswer> =>
  (await post([HEAD, ...lines].join("\n"), query)).read(importAnswer);
const listed = (email: string) => db().rosterEntry.findUnique({ where: { email } });
const NOTHING = { added: 0, updated: 0, invited: 0, rejected: [] };
let next = 0;
const address = (domain = "mitsgwl.ac.in") => `listed${next++}@${domain}`;

test("addresses without an account are listed", async () => {
  const email = address();
  const answer = await send([`${email},Asha Nair,student,CSE,2027`]);
  expect(answer).toEqual({ ...NOTHING, added: 1 });
  expect(await listed(email)).toMatchObject({
    name: "Asha Nair",
    collegeName: "MITS",
    role: "student",
    department: "CSE",
    batch: 2027,
    addedById: admin.id,
    invitedAt: null,
  });
});

test("members get what the list says at once; an empty cell leaves what is known", async () => {
  const member = await createUser({ department: "ECE", batch: 2026 });
  expect(await send([`${member.email},Other Name,faculty,,`])).toEqual({ ...NOTHING, updated: 1 });
  const now = await db().user.findUniqueOrThrow({ where: { id: member.id } });
  expect(now).toMatchObject({ name: member.name, role: "faculty", department: "ECE", batch: 2026 });
  expect(await listed(member.email)).toBeNull();
});

test("a member who is moved is notified, and a request for that role is confirmed", async () => {
  const [moved, asks, same] = [await createUser(), await createUser(), await createUser()];
  for (const [{ id }, role] of [
    [moved, "faculty"],
    [asks, "staff"],
  ] as const) {
    await db().affiliationRequest.create({ data: { userId: id, role } });
  }
  await send([`${moved.email},,faculty,,`, `${asks.email},,alumni,,2020`, `${same.email},,student,CSE,`]);
  const notified = await db().notification.findMany({
    where: { receiverId: { in: [moved.id, asks.id, same.id] } },
  });
  expect(notified.map(({ receiverId }) => receiverId).sort()).toEqual([moved.id, asks.id].sort());
  expect(notified).toContainEqual(
    expect.objectContaining({ message: "Your college has confirmed that you are faculty" }),
  );
  const requests = await db().affiliationRequest.findMany({ where: { userId: { in: [moved.id, asks.id] } } });
  const states = Object.fromEntries(requests.map(({ userId, state }) => [userId, state]));
  expect(states).toEqual({ [moved.id]: "confirmed", [asks.id]: "pending" });
});

test("an address that no one has proven is listed, and its account waits for the proof", async () => {
  const newcomer = await createNewcomer({ verifiedAt: null });
  expect(await send([`${newcomer.email},,staff,,`])).toEqual({ ...NOTHING, added: 1 });
  const now = await db().user.findUniqueOrThrow({ where: { id: newcomer.id } });
  expect(now.role).toBe("student");
});

test("a dry run counts the same and changes nothing", async () => {
  const member = await createUser();
  const [fresh, graduate] = [address(), address("example.com")];
  const lines = [
    `${member.email},,staff,,`,
    `${fresh},,student,,`,
    `${graduate},,alumni,,2019`,
    "nobody,,student,,",
  ];
  const before = await db().moderationLog.count();
  const planned = await send(lines, { dryRun: "1" });
  expect(planned).toMatchObject({ added: 2, updated: 1, invited: 1, rejected: [{ line: 5 }] });
  expect(await findMails(graduate)).toEqual([]);
  expect(await db().rosterEntry.count()).toBe(0);
  expect((await db().user.findUniqueOrThrow({ where: { id: member.id } })).role).toBe("student");
  expect(await db().moderationLog.count()).toBe(before);
  expect(await send(lines)).toEqual(planned);
});

test("is in the log once, with numbers and no address", async () => {
  const email = address();
  await send([`${email},,student,,`, "nobody,,student,,"]);
  const [entry, ...others] = await db().moderationLog.findMany({
    where: { action: "people_imported" },
    orderBy: { id: "desc" },
    take: 1,
  });
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    actorId: admin.id,
    personId: null,
    details: { added: 1, updated: 0, invited: 0, rejected: 1 },
  });
  expect(JSON.stringify(entry?.details)).not.toContain(email);
});

describe("line by line", () => {
  test.each([
    ["not an address,,student,,", "Please enter a valid email address."],
    [",Asha,student,,", "Please enter a valid email address."],
    ["a+b@mitsgwl.ac.in,,student,,", expect.stringContaining("without the")],
    ["ok@mitsgwl.ac.in,,teacher,,", "The role has to be student, alumni, faculty or staff."],
    ["ok@mitsgwl.ac.in,,,,", "The role has to be student, alumni, faculty or staff."],
    ["ok@gmail.com,,student,,", "Only alumni can have an address outside the college."],
    ["ok@gmail.com,,faculty,CSE,", "Only alumni can have an address outside the college."],
    ["ok@mitsgwl.ac.in.evil.com,,staff,,", "Only alumni can have an address outside the college."],
    ["ok@mitsgwl.ac.in,,student,XYZ,", expect.stringContaining("not on the college's list")],
    ["ok@mitsgwl.ac.in,,student,,27", expect.stringContaining("year of graduation")],
    ["ok@mitsgwl.ac.in,,student,,1949", expect.stringContaining("year of graduation")],
    ["ok@mitsgwl.ac.in,,student,,2999", expect.stringContaining("year of graduation")],
    ["ok@mitsgwl.ac.in,A,student,,", expect.stringContaining("at least 2 characters")],
  ])("rejects %s", async (line, reason) => {
    const good = address();
    const answer = await send([line, `${good},,student,,`]);
    expect(answer).toEqual({ ...NOTHING, added: 1, rejected: [{ line: 2, reason }] });
  });

  test("an address that came before", async () => {
    const email = address();
    const answer = await send([`${email},,student,,`, `${email.toUpperCase()},,staff,,`]);
    expect(answer.rejected).toEqual([{ line: 3, reason: "This address is on an earlier line already." }]);
    expect(await listed(email)).toMatchObject({ role: "student" });
  });
});

test.each([
  ["columns in another order and case", (email: string) => `Role,EMAIL,batch\nstudent,${email},2027`],
  [
    "a byte order mark, CRLF and empty lines",
    (email: string) => `\uFEFF${HEAD}\r\n\r\n${email},,Student,,2027\r\n,,,,\r\n`,
  ],
  [
    "semicolons",
    (email: string) => `email;name;role;department;batch\r\n${email};"Nair; Asha";student;;2027\r\n`,
  ],
  [
    "quotes and spaces",
    (email: string) =>
      `"email","name","role","department","batch"\n" ${email} ","Asha ""A"" Nair",student,cse, 2027 `,
  ],
])("takes %s", async (_, file) => {
  const email = address();
  expect((await post(file(email))).read(importAnswer)).toEqual({ ...NOTHING, added: 1 });
  expect(await listed(email)).toMatchObject({ role: "student", batch: 2027 });
});

test.each([
  ["", 400, "The first line has to name the columns: email,name,role,department,batch."],
  ["a@mitsgwl.ac.in,,student,,", 400, expect.stringContaining("first line")],
  ["email,role,dept\n", 400, expect.stringContaining("first line")],
  ["email,email,role\n", 400, expect.stringContaining("first line")],
  [`${HEAD}\n"open,,student,,`, 400, expect.stringContaining("quotation mark")],
  [
    `${HEAD}\n${"a,,student,,\n".repeat(5001)}`,
    400,
    "A file can have 5,000 lines at most. Please divide it.",
  ],
  ["x".repeat(IMPORT_BYTES + 1), 413, expect.any(String)],
])("a file that is no such table changes nothing", async (file, status, message) => {
  expect(await post(file)).toMatchObject({ status, body: { message } });
  expect(await db().rosterEntry.count()).toBe(0);
});

test("takes CSV and nothing else, and knows one flag", async () => {
  expect(await post("{}", {}, "application/json")).toMatchObject({ status: 415 });
  expect(await post(HEAD, { dryRun: "yes" })).toMatchObject({ status: 400 });
});

test("importing again changes nothing; a change is one", async () => {
  const [student, graduate] = [address(), address("example.com")];
  const lines = [`${student},,student,CSE,2027`, `${graduate},Meera Iyer,alumni,CSE,2019`];
  expect(await send(lines)).toEqual({ ...NOTHING, added: 2, invited: 1 });
  expect(await send(lines)).toEqual(NOTHING);
  expect(await send([`${student},,student,ECE,`])).toEqual({ ...NOTHING, updated: 1 });
  expect(await listed(student)).toMatchObject({ department: "ECE", batch: 2027 });
  expect(await findMails(graduate)).toHaveLength(1);
});

test("two imports at once list and invite each address once", async () => {
  const graduates = Array.from({ length: 20 }, () => address("example.com"));
  const lines = graduates.map((email) => `${email},,alumni,,2015`);
  const answers = await Promise.all([send(lines), send(lines.toReversed())]);
  await finishWork();
  expect(answers.map(({ added, invited }) => added + invited).sort()).toEqual([0, 40]);
  expect(await db().outboxMail.count({ where: { to: { in: graduates } } })).toBe(20);
});

test("5,000 lines in one request", async () => {
  const lines = Array.from({ length: 5_000 }, () => `${address()},Someone Listed,student,CSE,2027`);
  expect(await send(lines, { dryRun: "1" })).toEqual({ ...NOTHING, added: 5_000 });
  expect(await send(lines)).toEqual({ ...NOTHING, added: 5_000 });
  expect(await db().rosterEntry.count()).toBe(5_000);
}, 30_000);

describe("inviting graduates", () => {
  test("says who invites, leads to the code with the address, and how to ignore it", async () => {
    const email = address("example.com");
    await send([`${email},Meera Iyer,alumni,CSE,2019`]);
    const [mail, ...others] = await findMails(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toContain("Madhav Institute of Technology & Science");
    for (const part of [
      "Hello Meera Iyer,",
      admin.user.name,
      `/login-page#${encodeURIComponent(email)}`,
      "ignore",
    ]) {
      expect(mail?.text).toContain(part);
    }
    expect(mail?.html).toContain(`/login-page#${encodeURIComponent(email)}`);
    expect((await listed(email))?.invitedAt).not.toBeNull();
  });

  test("is again after 30 days, and not for addresses of the college or members", async () => {
    const [email, own] = [address("example.com"), address()];
    const member = await createUser({ email: address("example.com"), role: "alumni" });
    const lines = [`${email},,alumni,,2019`, `${own},,alumni,,2020`, `${member.email},,alumni,,`];
    expect(await send(lines)).toEqual({ ...NOTHING, added: 2, invited: 1 });
    expect(await findMails(own)).toEqual([]);
    expect(await findMails(member.email)).toEqual([]);
    await db().rosterEntry.update({ where: { email }, data: { invitedAt: ago(29, "days") } });
    expect(await send(lines)).toEqual(NOTHING);
    await db().rosterEntry.update({ where: { email }, data: { invitedAt: ago(31, "days") } });
    expect(await send(lines)).toEqual({ ...NOTHING, invited: 1 });
    expect(await findMails(email)).toHaveLength(2);
  });

  test("what a crash left is sent later", async () => {
    const email = address("example.com");
    await db().rosterEntry.create({ data: { email, collegeName: "MITS", role: "alumni" } });
    await Promise.all([inviteListed(), inviteListed()]);
    expect(await findMails(email)).toHaveLength(1);
  });

  test("leaves half of the day's mails to codes", async () => {
    process.env.MAIL_DAILY_QUOTA = "6";
    resetEnvForTests();
    try {
      const emails = Array.from({ length: 5 }, () => address("example.com"));
      await send(emails.map((email) => `${email},,alumni,,`));
      await finishWork();
      expect(await db().outboxMail.count({ where: { to: { in: emails } } })).toBe(3);
    } finally {
      delete process.env.MAIL_DAILY_QUOTA;
      resetEnvForTests();
    }
  });
});

test("an address that no one used within a year is deleted", async () => {
  const [old, used, fresh] = [address(), (await createUser()).email, address()];
  const entry = { collegeName: "MITS", role: "student" as const };
  for (const email of [old, used]) {
    await db().rosterEntry.create({ data: { ...entry, email, createdAt: ago(366, "days") } });
  }
  await db().rosterEntry.create({ data: { ...entry, email: fresh, createdAt: ago(364, "days") } });
  await sweepRoster();
  expect(await listed(old)).toBeNull();
  expect(await listed(used)).not.toBeNull();
  expect(await listed(fresh)).not.toBeNull();
});
