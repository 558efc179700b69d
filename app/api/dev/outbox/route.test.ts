import { resetEnvForTests } from "@/lib/platform/env";
import { api } from "@/tests/api";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
afterEach(() => {
  delete process.env.OUTBOX_PASSWORD;
  process.env.APP_URL = "http://localhost:3000";
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
