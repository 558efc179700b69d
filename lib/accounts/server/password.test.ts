import { setTimeout } from "node:timers/promises";
import * as argon2 from "@node-rs/argon2";
import { hashPassword, matchesHash, type Turn } from "@/lib/accounts/server/password";
import { resetEnvForTests } from "@/lib/platform/env";

// With the cost that other tests save.
jest.mock("@node-rs/argon2", () => {
  const actual = jest.requireActual("../../../node_modules/@node-rs/argon2");
  return { ...actual, hash: jest.fn(actual.hash) };
});

const OWN: Turn = { isKnown: true, of: "a browser" };

test("a password is stored as a slow, salted hash that only it matches", async () => {
  const stored = await hashPassword("four words and 1 number", OWN);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword("four words and 1 number", OWN)).not.toBe(stored);
  expect(await matchesHash(stored, "four words and 1 number", OWN)).toBe(true);
  expect(await matchesHash(stored, "four words and 2 numbers", OWN)).toBe(false);
});

test("a password outlives a change of the secret when its pepper stays", async () => {
  const { NEXTAUTH_SECRET } = process.env;
  const stored = await hashPassword("four words and 1 number", OWN);
  const fits = async (changed: Record<string, string>) => {
    Object.assign(process.env, changed);
    resetEnvForTests();
    return matchesHash(stored, "four words and 1 number", OWN);
  };
  try {
    expect(await fits({ NEXTAUTH_SECRET: "n".repeat(64) })).toBe(false);
    expect(await fits({ PASSWORD_PEPPER: NEXTAUTH_SECRET ?? "" })).toBe(true);
  } finally {
    process.env.NEXTAUTH_SECRET = NEXTAUTH_SECRET;
    delete process.env.PASSWORD_PEPPER;
    resetEnvForTests();
  }
});

describe("while one site asks for more hashes than there is time for", () => {
  const FLOOD: Turn = { isKnown: false, of: "2001:db8:66::/48" };
  const done: string[] = [];
  const ends: (() => void)[] = [];
  /** A hash that ends when the test says so. */
  const ask = (name: string, turn: Turn) => {
    jest.mocked(argon2.hash).mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          done.push(name);
          ends.push(() => resolve(name));
        }),
    );
    return hashPassword(name, turn);
  };
  const finishOne = async () => {
    ends.shift()?.();
    await setTimeout(0);
  };

  test("people who signed in before wait for none of them, other sites for one, and it alone is rejected", async () => {
    const flood = Array.from({ length: 103 }, (_, i) => ask(`flood ${i}`, FLOOD));
    const all = Promise.allSettled(flood);
    // Two run and 100 wait.
    await expect(flood[102]).rejects.toMatchObject({ status: 503 });
    jest.mocked(argon2.hash).mockReset();
    done.length = 0;
    const known = ask("known", OWN);
    expect(done).toEqual(["known"]);
    jest.mocked(argon2.hash).mockImplementation(async (password) => {
      done.push(String(password));
      return String(password);
    });
    const others = ["a", "b"].map((name) => hashPassword(name, { isKnown: false, of: name }));
    await finishOne();
    await Promise.all(others);
    expect(done.slice(1, 4).toSorted()).toEqual(["a", "b", "flood 2"]);
    while (ends.length > 0) await finishOne();
    await known;
    expect((await all).filter(({ status }) => status === "fulfilled")).toHaveLength(102);
  });
});
