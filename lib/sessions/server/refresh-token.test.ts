import { v7 as uuid } from "uuid";
import {
  decryptNextToken,
  encryptNextToken,
  makeRefreshToken,
  readRefreshToken,
  sameHash,
} from "@/lib/sessions/server/refresh-token";

describe("a refresh token", () => {
  test("names its session and carries 256 random bits", () => {
    const sessionId = uuid();
    const { token, hash } = makeRefreshToken(sessionId);
    expect(Buffer.from(token.split(".")[1] ?? "", "base64url")).toHaveLength(32);
    expect(readRefreshToken(token)).toEqual({ sessionId, token, hash });
    expect(makeRefreshToken(sessionId).token).not.toBe(token);
    expect(Buffer.from(hash).toString("utf8")).not.toContain(token);
  });

  test.each(["", "x", `${uuid()}.short`, `${uuid()}.${"a".repeat(44)}`, `not-a-uuid.${"a".repeat(43)}`])(
    "%j is rejected",
    (text) => {
      expect(readRefreshToken(text)).toBeUndefined();
    },
  );

  test("only its holder can decrypt its successor", () => {
    const [old, next, other] = [makeRefreshToken(uuid()), makeRefreshToken(uuid()), makeRefreshToken(uuid())];
    const sealed = encryptNextToken(old.token, next.token);
    expect(decryptNextToken(old.token, sealed)).toBe(next.token);
    expect(() => decryptNextToken(other.token, sealed)).toThrow();
    expect(Buffer.from(sealed).toString("latin1")).not.toContain(next.token);
  });

  test("hashes are compared in full", () => {
    const a = new Uint8Array([1, 2, 3]);
    expect(sameHash(a, new Uint8Array([1, 2, 3]))).toBe(true);
    expect(sameHash(a, new Uint8Array([1, 2]))).toBe(false);
    expect(sameHash(a, null)).toBe(false);
  });
});
