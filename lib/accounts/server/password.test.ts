import * as argon2 from "@node-rs/argon2";
import { hashPassword, matchesHash, unmatchableHash } from "@/lib/accounts/server/password";
import { resetEnvForTests } from "@/lib/platform/env";

// With the cost that other tests save.
jest.mock("@node-rs/argon2", () => {
  const actual = jest.requireActual("../../../node_modules/@node-rs/argon2");
  return { ...actual, hash: jest.fn(actual.hash) };
});

test("a password is stored as a slow, salted hash that only it matches", async () => {
  const stored = await hashPassword("four words and 1 number");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword("four words and 1 number")).not.toBe(stored);
  expect(await matchesHash(stored, "four words and 1 number")).toBe(true);
  expect(await matchesHash(stored, "four words and 2 numbers")).toBe(false);
});

test("a password outlives a change of the secret when its pepper stays", async () => {
  const { NEXTAUTH_SECRET } = process.env;
  const stored = await hashPassword("four words and 1 number");
  const keeps = async (changed: Record<string, string>) => {
    Object.assign(process.env, changed);
    resetEnvForTests();
    return matchesHash(stored, "four words and 1 number");
  };
  try {
    expect(await keeps({ NEXTAUTH_SECRET: "n".repeat(64) })).toBe(false);
    expect(await keeps({ PASSWORD_PEPPER: NEXTAUTH_SECRET ?? "" })).toBe(true);
  } finally {
    process.env.NEXTAUTH_SECRET = NEXTAUTH_SECRET;
    delete process.env.PASSWORD_PEPPER;
    resetEnvForTests();
  }
});

test("the hash no password matches is made once the queue that rejected it has room", async () => {
  let finish = (_hash: string) => {};
  const hashing = new Promise<string>((resolve) => {
    finish = resolve;
  });
  // Two are hashed at a time and 200 wait.
  for (let i = 0; i < 202; i++) jest.mocked(argon2.hash).mockImplementationOnce(() => hashing);
  const busy = Array.from({ length: 202 }, () => hashPassword("busy"));
  await expect(unmatchableHash()).rejects.toMatchObject({ status: 503 });
  finish("a hash");
  await Promise.all(busy);
  expect(await unmatchableHash()).toMatch(/^\$argon2id\$/);
});
