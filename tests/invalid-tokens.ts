import { type KeyObject, randomUUID } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";
import { keyFor } from "@/lib/platform/keys";
import type { Member } from "@/tests/factories";

/** Tokens that the API must reject. Each would sign `member` in if it were accepted. */

const AUDIENCE = "campus-circle:api";
const now = () => Math.floor(Date.now() / 1000);

type Changes = { claims?: JWTPayload; typ?: string; key?: KeyObject | Uint8Array };

/** An access token like the API's own, except for the changes. */
function accessTokenWith(member: Member, { claims = {}, typ = "at+jwt", key }: Changes): Promise<string> {
  const validClaims = {
    sub: member.id,
    sid: member.viewer.sessionId,
    aud: AUDIENCE,
    iat: now(),
    exp: now() + 900,
  };
  return new SignJWT({ ...validClaims, ...claims })
    .setProtectedHeader({ alg: "HS256", typ })
    .sign(key ?? keyFor("access-token"));
}

/** Invalid access tokens, by name. */
export async function invalidTokens(member: Member): Promise<[name: string, token: string | undefined][]> {
  const [head = "", body = "", signature = ""] = member.token.split(".");
  const otherBody = encode({ ...decode(body), sub: randomUUID() });
  const algNone = encode({ alg: "none", typ: "at+jwt" });
  const foreignKey = Buffer.from("the key of another party: 32 byte");
  return [
    ["no token", undefined],
    ["an empty token", ""],
    ["a word", "token"],
    ["a token without its signature", `${head}.${body}`],
    ["a token with a truncated signature", `${head}.${body}.${signature.slice(0, -3)}`],
    ["a token with a changed user id", `${head}.${otherBody}.${signature}`],
    ["a token signed with a foreign key", await accessTokenWith(member, { key: foreignKey })],
    [
      "a token signed with our key for another purpose",
      await accessTokenWith(member, { key: keyFor("refresh-seal") }),
    ],
    ["a token for another audience", await accessTokenWith(member, { claims: { aud: "elsewhere" } })],
    ["a token of another type", await accessTokenWith(member, { typ: "JWT" })],
    [
      "a token of a session that does not exist",
      await accessTokenWith(member, { claims: { sid: randomUUID() } }),
    ],
    ["a token of another person's session", await accessTokenWith(member, { claims: { sub: randomUUID() } })],
    ["a token with the algorithm none", `${algNone}.${body}.`],
    ["a token with the algorithm none and a signature", `${algNone}.${body}.${signature}`],
    ["the refresh token", member.refreshToken],
    ["the session cookie's token", member.cookie.split(";")[0]?.split("=").slice(1).join("=")],
  ];
}

/** An access token that was valid and has expired. */
export function expiredToken(member: Member): Promise<string> {
  return accessTokenWith(member, { claims: { iat: now() - 901, exp: now() - 1 } });
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, "base64url").toString());
