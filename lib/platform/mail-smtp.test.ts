import { db } from "@/lib/platform/db";
import { checkServices } from "@/lib/platform/health";
import { sendMail, sendMails } from "@/lib/platform/mail";
import { mailState } from "@/lib/platform/mail-queue";
import { captureLog } from "@/tests/log-lines";
import { mailTo } from "@/tests/mail-fixture";
import { type SmtpService, startSmtpService, stopSmtpService } from "@/tests/smtp-service";
import { useTestDatabase } from "@/tests/test-db";

/** The queue with a real mail server behind it. */

/** An address of this machine that the app does not recognise as one. */
const ELSEWHERE = "[::ffff:127.0.0.1]";

let service: SmtpService;
const logged = captureLog();
beforeAll(useTestDatabase);
beforeEach(async () => {
  await db().outboxMail.deleteMany();
  await db().mailPace.deleteMany();
});
afterEach(async () => {
  await stopSmtpService(service);
  jest.restoreAllMocks();
});

/** Queues mails and sends them together. */
async function send(...mails: ReturnType<typeof mailTo>[]): Promise<void> {
  await db().sql`
    INSERT INTO mail_pace (id, next_at) VALUES (1, now() + interval '1 hour')
    ON CONFLICT (id) DO UPDATE SET next_at = excluded.next_at`;
  for (const mail of mails) await sendMail(mail);
  await sendMails();
  await retry();
}

/** As after the pause of a failure. */
async function retry(): Promise<void> {
  await db().mailPace.updateMany({ data: { nextAt: new Date(0) } });
  await db().sql`UPDATE outbox_mails SET next_attempt_at = now()`;
  await sendMails();
}

const receivers = () => service.arrived.flatMap(({ to }) => to.map((address) => address.split("@")[0]));
const waiting = () => db().outboxMail.findMany({ select: { to: true, attempts: true } });
const header = (name: string) =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, "im").exec(service.arrived[0]?.raw ?? "")?.[1];
const decoded = (words = "") =>
  words
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?q\?(.*?)\?=/gi, (_, text) =>
      decodeURIComponent(text.replaceAll("_", " ").replaceAll("=", "%")),
    )
    .replace(/=\?utf-8\?b\?(.*?)\?=/gi, (_, text) => Buffer.from(text, "base64").toString());

test("a mail arrives over STARTTLS, logged in, with its headers and both versions", async () => {
  service = await startSmtpService();
  const subject = "आपका कोड 123456 है – Círcle";
  await send(mailTo("ishita", { subject, text: "Grüße\n", html: "<p>Grüße</p>" }));
  expect(service.arrived).toMatchObject([
    {
      from: "hello@campus.example",
      to: ["ishita@mitsgwl.ac.in"],
      secure: true,
      user: "campus@college.example",
    },
  ]);
  expect(decoded(header("Subject"))).toBe(subject);
  expect(decoded(header("From"))).toMatch(/^"?Campus Círcle"? <hello@campus.example>$/);
  expect(header("To")).toBe("ishita@mitsgwl.ac.in");
  expect(header("Message-ID")).toMatch(/^<[0-9a-f-]{36}@campus\.example>$/);
  expect(header("Content-Type")).toContain("multipart/alternative");
  expect(service.arrived[0]?.raw).toMatch(
    /text\/plain[\s\S]*Gr=C3=BC=C3=9Fe[\s\S]*text\/html[\s\S]*<p>Gr=C3=BC/,
  );
  expect(await waiting()).toEqual([]);
  expect(await mailState()).toMatchObject({ sentToday: 1, failing: 0 });
});

test("many leave over a few connections", async () => {
  service = await startSmtpService({ protocol: "smtps", host: "localhost" });
  await send(...Array.from({ length: 30 }, (_, i) => mailTo(`crowd${i}`)));
  expect(new Set(receivers()).size).toBe(30);
  expect(service.connections).toBeLessThanOrEqual(4);
});

test("a receiver that is rejected for good is given up, one that is put off is tried again, the rest get theirs", async () => {
  service = await startSmtpService();
  service.answers.set("gone@mitsgwl.ac.in", {
    at: "rcpt",
    code: 550,
    text: "5.1.1 gone@mitsgwl.ac.in unknown",
  });
  service.answers.set("spam@mitsgwl.ac.in", { at: "data", code: 554, text: "5.7.1 no" });
  service.answers.set("grey@mitsgwl.ac.in", { at: "rcpt", code: 450, text: "4.7.1 greylisted" });
  await send(mailTo("good"), mailTo("gone"), mailTo("spam"), mailTo("grey"), mailTo("fine"));
  expect(receivers().sort()).toEqual(["fine", "good"]);
  expect(await waiting()).toEqual([{ to: "grey@mitsgwl.ac.in", attempts: 1 }]);
  expect(await mailState()).toMatchObject({ failing: 0, sentToday: 2 });
  const lines = logged().map(({ msg, mails }) => [msg, (mails as string[]).length]);
  expect(lines).toEqual([
    ["mails rejected by the service", 2],
    ["mails put off, will be retried", 1],
  ]);
  expect(JSON.stringify(logged())).not.toContain("gone@");
  service.answers.clear();
  await retry();
  expect(receivers().sort()).toEqual(["fine", "good", "grey"]);
  expect(await waiting()).toEqual([]);
});

test("one receiver who is put off does not count as a failure of the server", async () => {
  service = await startSmtpService();
  service.answers.set("full@mitsgwl.ac.in", { at: "rcpt", code: 452, text: "4.2.2 mailbox full" });
  await send(mailTo("full"));
  expect(await waiting()).toHaveLength(1);
  expect((await mailState()).failing).toBe(0);
});

test("a temporary failure of the server is one of the service, and the mail arrives once it is over", async () => {
  service = await startSmtpService();
  service.answers.set("ishita@mitsgwl.ac.in", { at: "data", code: 451, text: "4.3.0 try later" });
  await send(mailTo("ishita"));
  expect((await mailState()).failing).toBeGreaterThan(0);
  expect(logged().map(({ msg }) => msg)).toEqual(["mail not confirmed, will be retried"]);
  service.answers.clear();
  await retry();
  expect(receivers()).toEqual(["ishita"]);
  expect(await mailState()).toMatchObject({ failing: 0, waiting: 0 });
});

test("while the server is down mails wait, and leave once it is back", async () => {
  service = await startSmtpService();
  await service.close();
  await send(mailTo("one"), mailTo("two"));
  expect(await waiting()).toHaveLength(2);
  expect((await mailState()).failing).toBeGreaterThan(0);
  await service.reopen();
  await retry();
  expect(receivers().sort()).toEqual(["one", "two"]);
  expect(await mailState()).toMatchObject({ failing: 0, waiting: 0 });
});

test.each(["silent", "slow"] as const)("a server that is %s is not waited for", async (behaviour) => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  jest.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / 50));
  service = await startSmtpService();
  service.behaviour = behaviour;
  await send(mailTo("patient"));
  expect(await waiting()).toHaveLength(1);
  service.behaviour = "well";
  await retry();
  expect(await waiting()).toEqual([]);
  // What was taken without a word arrives twice, and can be recognised.
  const ids = service.arrived.map(({ raw }) => /^Message-ID: (.*)/im.exec(raw)?.[1]);
  expect(new Set(ids).size).toBe(1);
  expect(ids).toHaveLength(behaviour === "slow" ? 2 : 1);
});

test.each([
  ["without STARTTLS", { host: ELSEWHERE, hasTls: false }],
  ["with a certificate that no one trusts", { host: ELSEWHERE }],
  ["with such a certificate from the start", { host: ELSEWHERE, protocol: "smtps" as const }],
  ["that does not know our password", { password: "guessed" }],
])("a server %s gets no mail, and the mail stays queued", async (_, settings) => {
  service = await startSmtpService(settings);
  await send(mailTo("ishita"));
  expect(service.arrived).toEqual([]);
  expect(await waiting()).toHaveLength(1);
  expect((await mailState()).failing).toBeGreaterThan(0);
});

test("mails a second are limited to MAIL_RATE", async () => {
  service = await startSmtpService();
  process.env.MAIL_RATE = "2";
  (await import("@/lib/platform/env")).resetEnvForTests();
  const began = Date.now();
  await send(...Array.from({ length: 5 }, (_, i) => mailTo(`paced${i}`)));
  expect(receivers()).toHaveLength(5);
  // Three requests of two mails at most, a second apart.
  expect(Date.now() - began).toBeGreaterThan(1_900);
});

test("the status page says whether the server answers", async () => {
  service = await startSmtpService();
  const mail = async () => (await checkServices()).find(({ name }) => name === "Mail");
  expect(await mail()).toEqual({ name: "Mail", ok: true, detail: "SMTP" });
  expect(service.arrived).toEqual([]);
});
