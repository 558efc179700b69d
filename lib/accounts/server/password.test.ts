import { hashPassword, matchesHash } from "@/lib/accounts/server/password";

// With the cost that other tests save.
jest.mock("@node-rs/argon2", () => jest.requireActual("../../../node_modules/@node-rs/argon2"));

test("a password is stored as a slow, salted hash that only it matches", async () => {
  const stored = await hashPassword("four words and 1 number");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword("four words and 1 number")).not.toBe(stored);
  expect(await matchesHash(stored, "four words and 1 number")).toBe(true);
  expect(await matchesHash(stored, "four words and 2 numbers")).toBe(false);
});
