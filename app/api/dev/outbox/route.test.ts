import { resetEnvForTests } from "@/lib/platform/env";
import { api } from "@/tests/api";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
const own = { ...process.env };
afterEach(() => {
  process.env = { ...own };
  resetEnvForTests();
});

async function statusOf(headers: Record<string, string>): Promise<number> {
  return (await api.get("/dev/outbox", { headers })).status;
}
const basic = (password: string) => ({
  Authorization: `Basic ${Buffer.from(`any:${password}`).toString("base64")}`,
});

describe("the outbox, which gives access to every account", () => {
  test.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "LOCALHOST"])("opens at %s", async (host) => {
    expect(await statusOf({ host })).toBe(200);
  });

  test.each([
    "evil.example:3000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "192.168.1.20:3000",
    "",
    "not a host",
  ])("rejects the host %j, which a DNS rebinding page could use", async (host) => {
    expect(await statusOf({ host })).toBe(403);
  });

  test.each<Record<string, string>>([
    { "X-Forwarded-For": "203.0.113.7" },
    { "X-Forwarded-For": "127.0.0.1, 203.0.113.7" },
    { "X-Real-IP": "203.0.113.7" },
    { Forwarded: "for=203.0.113.7" },
    { Via: "1.1 proxy" },
  ])("rejects what a proxy passed on without a password: %j", async (headers) => {
    expect(await statusOf({ host: "127.0.0.1:3000", ...headers })).toBe(403);
    process.env.OUTBOX_PASSWORD = "sesame";
    resetEnvForTests();
    expect(await statusOf({ host: "127.0.0.1:3000", ...headers, ...basic("sesame") })).toBe(200);
  });

  test("opens when Next.js itself names this machine", async () => {
    for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
      expect(await statusOf({ host: "localhost:3000", "X-Forwarded-For": address })).toBe(200);
    }
  });

  test("opens at the app's own address", async () => {
    process.env.APP_URL = "https://demo.example";
    resetEnvForTests();
    expect(await statusOf({ host: "demo.example" })).toBe(200);
  });

  test("with a password opens from any address, and only with that password", async () => {
    process.env.OUTBOX_PASSWORD = "sesame";
    resetEnvForTests();
    const wrong: Record<string, string>[] = [{}, basic("other"), basic(""), { "X-Outbox-Password": "sesam" }];
    for (const headers of wrong) {
      expect(await statusOf({ host: "localhost:3000", ...headers })).toBe(403);
    }
    expect(await statusOf({ host: "192.168.1.20:3000", ...basic("sesame") })).toBe(200);
    expect(await statusOf({ host: "192.168.1.20:3000", "X-Outbox-Password": "sesame" })).toBe(200);
  });
});

describe("the outbox on Vercel", () => {
  const password = "open sesame please";

  function deploy(environment: "preview" | "production"): void {
    Object.assign(process.env, {
      EMBEDDED: "",
      VERCEL: "1",
      VERCEL_ENV: environment,
      VERCEL_URL: "campus.example",
      VERCEL_PROJECT_PRODUCTION_URL: "campus.example",
      CLOUDINARY_URL: "cloudinary://k:s@cloud",
      CRON_SECRET: "c".repeat(32),
      // Set for every environment, by mistake.
      RESEND_API_KEY: "re_1",
      MAIL_FROM: "hello@campus.example",
      OUTBOX_PASSWORD: password,
    });
    if (environment === "preview") process.env.PREVIEW = "1";
    resetEnvForTests();
  }

  test("on a preview opens with its password, and gets the mails that would go to people", async () => {
    deploy("preview");
    expect(await statusOf({ host: "campus.example" })).toBe(403);
    await api.post("/auth/register", { body: { email: "new.person@mitsgwl.ac.in", collegeName: "MITS" } });
    const sent = await api.post("/auth/send-otp", { body: { email: "new.person@mitsgwl.ac.in" } });
    expect(sent.status).toBe(200);
    const reply = await api.get("/dev/outbox", { headers: { host: "campus.example", ...basic(password) } });
    expect(reply.body).toMatchObject({ mails: [{ to: "new.person@mitsgwl.ac.in" }] });
  });

  test("in production does not exist, whatever is sent", async () => {
    deploy("production");
    expect(await statusOf({ host: "campus.example", ...basic(password) })).toBe(404);
  });
});
