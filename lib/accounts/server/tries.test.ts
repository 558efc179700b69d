import { openSession } from "@/lib/accounts/server/sessions";
import { takePasswordTry } from "@/lib/accounts/server/tries";
import { db } from "@/lib/platform/db";
import { clearExceededLimits } from "@/lib/platform/rate-limit";
import { createUser } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeEach(clearExceededLimits);

const TOO_MANY = { status: 429, code: "rate_limited" };
const tryFrom = (email: string, ip: string, browser?: string) => takePasswordTry({ email, ip, browser });

async function useUp(email: string): Promise<void> {
  for (let i = 0; i < 20; i++) await tryFrom(email, "198.51.100.1");
  await expect(tryFrom(email, "198.51.100.1")).rejects.toMatchObject(TOO_MANY);
}

describe("password attempts", () => {
  test("of strangers are limited to 20 an hour, from whatever networks", async () => {
    const { email } = await createUser();
    await useUp(email);
    await expect(tryFrom(email, "203.0.113.1")).rejects.toMatchObject(TOO_MANY);
  });

  test("of a known browser have their own limit of five in 15 minutes", async () => {
    const user = await createUser();
    await openSession(db(), user, "jest", "the-owners-browser");
    await useUp(user.email);
    for (let i = 0; i < 5; i++) await tryFrom(user.email, "198.51.100.1", "the-owners-browser");
    await expect(tryFrom(user.email, "198.51.100.1", "the-owners-browser")).rejects.toMatchObject(TOO_MANY);
    await expect(tryFrom(user.email, "198.51.100.1", "another")).rejects.toMatchObject(TOO_MANY);
  });

  test("at an unknown address have the same limit", async () => {
    await useUp("unknown@mitsgwl.ac.in");
  });

  test("are counted exactly under concurrency, and right ones are given back", async () => {
    const { email } = await createUser();
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => tryFrom(email, "192.0.2.1")));
    const taken = outcomes.filter((outcome) => outcome.status === "fulfilled");
    expect(taken).toHaveLength(20);
    await taken[0]?.value.refund();
    // The count exceeded the limit 40 times; giving one use back does not open the window again.
    await expect(tryFrom(email, "192.0.2.1")).rejects.toMatchObject(TOO_MANY);
  });
});
