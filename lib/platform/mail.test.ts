import { setTimeout } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { db, transaction } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { sendMail, sendMails } from "@/lib/platform/mail";
import { MailRank, mailState, secondsUntilSent } from "@/lib/platform/mail-queue";
import { onSignal } from "@/lib/platform/signals";
import { captureLog } from "@/tests/log-lines";
import { mailTo } from "@/tests/mail-fixture";
import { type MailService, startMailService } from "@/tests/mail-service";
import { useTestDatabase } from "@/tests/test-db";

const logged = captureLog();

/** False where a test would wait as long as the app for a service that hangs. */
let mockIsPatient = true;
jest.mock("@/lib/platform/clock", () => {
  const actual = jest.requireActual<typeof import("@/lib/platform/clock")>("@/lib/platform/clock");
  const withTimeout: typeof actual.withTimeout = (ms, work) =>
    actual.withTimeout(mockIsPatient ? ms : 200, work);
  return { ...actual, withTimeout };
});

let service: MailService;
beforeAll(useTestDatabase);
beforeEach(async () => {
  mockIsPatient = true;
  await db().outboxMail.deleteMany();
  await db().mailPace.deleteMany();
  service = await startMailService();
});
afterEach(async () => {
  await sendMails();
  await service.close();
});

/** Queues mails without sending them yet. */
async function queue(...mails: ReturnType<typeof mailTo>[]): Promise<void> {
  await db().sql`
    INSERT INTO mail_pace (id, next_at) VALUES (1, now() + interval '1 hour')
    ON CONFLICT (id) DO UPDATE SET next_at = excluded.next_at`;
  for (const mail of mails) await sendMail(mail);
  await sendMails();
  await db().mailPace.updateMany({ data: { nextAt: new Date(0) } });
}

const makeDue = () => db().sql`UPDATE outbox_mails SET next_attempt_at = now()`;
/** What metrics count. */
const outcomes: string[] = [];
onSignal("mail", ({ outcome, count }) => outcomes.push(`${count} ${outcome}`));
beforeEach(() => outcomes.splice(0));

const receivers = () => service.arrived.map(({ to }) => to.split("@")[0]);
const waiting = () => db().outboxMail.count();

test("a mail is sent at once, under its key, and leaves nothing behind", async () => {
  const mail = mailTo("ishita");
  await sendMail(mail);
  await sendMail(mail);
  await sendMails();
  expect(service.arrived).toMatchObject([
    {
      to: mail.to,
      subject: mail.subject,
      text: "Hello",
      from: "Campus Circle <hello@campus.example>",
      key: mail.idempotencyKey,
    },
  ]);
  expect(service.requests[0]).toMatchObject({ path: "/emails", authorization: "Bearer re_secret" });
  expect(await waiting()).toBe(0);
});

test("a mail follows the transaction of what it announces", async () => {
  const failing = transaction(async (tx) => {
    await sendMail(mailTo("nobody"), tx);
    throw new Error("on purpose");
  });
  await expect(failing).rejects.toThrow("on purpose");
  await transaction((tx) => sendMail(mailTo("somebody"), tx));
  await sendMails();
  expect(receivers()).toEqual(["somebody"]);
});

test("many that wait leave in few requests: known browsers first, then sites in turn, each in its order", async () => {
  const flood = Array.from({ length: 250 }, (_, i) => mailTo(`flood${i}`, { site: "flood", rank: 1 }));
  const others = [0, 1, 2].map((i) => mailTo(`first${i}`, { site: `site${i}`, rank: MailRank.firstCode }));
  await queue(
    mailTo("notice"),
    mailTo("again", { site: "again", rank: MailRank.other }),
    ...flood,
    ...others,
    mailTo("owner", { rank: MailRank.knownBrowser }),
  );
  await sendMails();
  expect(service.requests.map(({ path }) => path)).toEqual(Array(3).fill("/emails/batch"));
  const batches = [receivers().slice(0, 100), receivers().slice(100, 200), receivers().slice(200)];
  expect(batches[0]).toEqual(
    expect.arrayContaining(["owner", "flood0", "first0", "first1", "first2", "flood95"]),
  );
  expect(batches[0]).not.toContain("flood96");
  expect(batches[2]).toEqual(expect.arrayContaining(["notice", "again", "flood249"]));
  expect(await waiting()).toBe(0);
});

test("3,000 codes of a minute leave within the rate of the service", async () => {
  await db().outboxMail.createMany({
    data: Array.from({ length: 3_000 }, (_, i) => ({
      id: uuid(),
      ...mailTo(`crowd${i}`, { rank: MailRank.firstCode, site: i % 2 === 0 ? "campus" : `site${i}` }),
      nextAttemptAt: new Date(),
    })),
  });
  Object.assign(process.env, { MAIL_RATE: "40" });
  resetEnvForTests();
  service.rate = 50;
  await sendMails();
  expect(new Set(receivers()).size).toBe(3_000);
  expect(service.requests.map(({ status }) => status)).toEqual(Array(30).fill(200));
});

test("requests keep to the pace, which all instances share", async () => {
  const rate = process.env.MAIL_RATE;
  // One in ten seconds: further apart than an instance waits for its turn.
  process.env.MAIL_RATE = "0.1";
  resetEnvForTests();
  for (const to of ["first", "second"]) {
    await sendMail(mailTo(to));
    await sendMails();
  }
  expect([receivers(), await waiting()]).toEqual([["first"], 1]);
  await db().mailPace.updateMany({ data: { nextAt: new Date(0) } });
  await sendMails();
  expect([receivers(), await waiting()]).toEqual([["first", "second"], 0]);
  process.env.MAIL_RATE = rate;
  resetEnvForTests();
});

test("a pause that the service asks for is respected, and nothing is lost", async () => {
  service.rate = 0;
  await sendMail(mailTo("later"));
  while (service.requests.length === 0) await setTimeout(5);
  service.rate = 100;
  await sendMails();
  expect(receivers()).toEqual(["later"]);
  expect(service.requests.map(({ status }) => status)).toEqual([429, 200]);
  expect(outcomes).toEqual(["1 retried", "1 sent"]);
});

test.each(["failing", "hanging", "slow"] as const)(
  "while the service is %s mails wait, are repeated under the same key, and arrive once",
  async (failure) => {
    service.behaviour = failure;
    mockIsPatient = failure === "failing";
    await queue(mailTo("one"), mailTo("two"));
    await sendMails();
    expect((await mailState()).failing).toBeGreaterThan(0);
    expect(await waiting()).toBe(2);
    service.behaviour = "well";
    mockIsPatient = true;
    await makeDue();
    await sendMails();
    expect(receivers().sort()).toEqual(["one", "two"]);
    expect(await waiting()).toBe(0);
    expect(await mailState()).toMatchObject({ waiting: 0, failing: 0, sentToday: 2 });
    expect(new Set(service.requests.map(({ key }) => key)).size).toBe(1);
  },
);

test("once the service works again, everything that waits leaves at once", async () => {
  service.behaviour = "failing";
  await queue(mailTo("early"));
  await sendMails();
  // The failing request may be repeated after a second, then two: it is not due now.
  await db().sql`UPDATE outbox_mails SET next_attempt_at = now() + interval '30 seconds'`;
  service.behaviour = "well";
  await sendMail(mailTo("new"));
  await sendMails();
  await sendMails();
  expect(receivers().sort()).toEqual(["early", "new"]);
});

test.each([true, false])("an address that is not taken costs no one else (strict: %s)", async (isStrict) => {
  service.isStrict = isStrict;
  service.rejected.add("bad@mitsgwl.ac.in");
  await queue(mailTo("good"), mailTo("bad"), mailTo("fine"));
  await sendMails();
  expect(receivers().sort()).toEqual(["fine", "good"]);
  expect(await waiting()).toBe(0);
});

test("what an instance left behind that ended is sent by another, under the same key", async () => {
  await queue(mailTo("left"), mailTo("behind"));
  service.behaviour = "slow";
  mockIsPatient = false;
  const dying = sendMails();
  while (service.arrived.length < 2) await setTimeout(5);
  service.behaviour = "well";
  await dying;
  await makeDue();
  await sendMails();
  expect(receivers()).toHaveLength(2);
  expect(await waiting()).toBe(0);
});

test("the log warns before the day's quota ends, and the last of it is for known browsers", async () => {
  process.env.MAIL_DAILY_QUOTA = "10";
  resetEnvForTests();
  for (let i = 0; i < 9; i++) {
    await sendMail(mailTo(`quota${i}`));
    await sendMails();
  }
  expect(logged()).toMatchObject([
    { level: "error", sent: 8, quota: 10 },
    { level: "error", sent: 9, quota: 10 },
  ]);
  expect(await secondsUntilSent(MailRank.firstCode)).toBe(Number.POSITIVE_INFINITY);
  expect(await secondsUntilSent(MailRank.knownBrowser)).toBe(0);
  delete process.env.MAIL_DAILY_QUOTA;
});

test("a mail without a code is given up after a day", async () => {
  await queue(mailTo("old"), mailTo("young"));
  await db().sql`
    UPDATE outbox_mails SET created_at = now() - interval '25 hours' WHERE "to" = 'old@mitsgwl.ac.in'`;
  await sendMails();
  expect(receivers()).toEqual(["young"]);
  expect(logged().map(({ msg }) => msg)).toEqual(["mails given up after a day"]);
  expect(outcomes).toEqual(["1 given_up", "1 sent"]);
});
