import { type KeyObject, randomUUID } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";
import { keyFor } from "@/lib/platform/keys";
import type { Member } from "@/tests/factories";

/** Tokens that do not open the API, each of which would name `member` if it were believed. */

const AUDIENCE = "campus-circle:api";
const now = () => Math.floor(Date.now() / 1000);

type Changes = { claims?: JWTPayload; typ?: string; key?: KeyObject | Uint8Array };

/** A token like the API's own, but for the changes. */
function likeOurs(member: Member, { claims = {}, typ = "at+jwt", key }: Changes): Promise<string> {
  const own = { sub: member.id, sid: member.viewer.sessionId, aud: AUDIENCE, iat: now(), exp: now() + 900 };
  return new SignJWT({ ...own, ...claims })
    .setProtectedHeader({ alg: "HS256", typ })
    .sign(key ?? keyFor("access-token"));
}

/** Everything that is no access token of ours, by name. */
export async function invalidTokens(member: Member): Promise<[name: string, token: string | undefined][]> {
  const [head = "", body = "", signature = ""] = member.token.split(".");
  const otherBody = encode({ ...decode(body), sub: randomUUID() });
  const none = encode({ alg: "none", typ: "at+jwt" });
  const somebodys = Buffer.from("the key of somebody else: 32 byte");
  return [
    ["no token", undefined],
    ["an empty token", ""],
    ["a word", "token"],
    ["a cut token", `${head}.${body}`],
    ["a token whose signature is cut", `${head}.${body}.${signature.slice(0, -3)}`],
    ["a token that names another person", `${head}.${otherBody}.${signature}`],
    ["a token signed by somebody else", await likeOurs(member, { key: somebodys })],
    ["a token signed with our key for another use", await likeOurs(member, { key: keyFor("refresh-seal") })],
    ["a token for another audience", await likeOurs(member, { claims: { aud: "elsewhere" } })],
    ["a token of another type", await likeOurs(member, { typ: "JWT" })],
    ["a token of a session that never was", await likeOurs(member, { claims: { sid: randomUUID() } })],
    ["a token of another person's session", await likeOurs(member, { claims: { sub: randomUUID() } })],
    ["a token that says it needs no signature", `${none}.${body}.`],
    ["a token that says it needs none and has one", `${none}.${body}.${signature}`],
    ["the refresh token", member.refreshToken],
    ["the session cookie's token", member.cookie.split(";")[0]?.split("=").slice(1).join("=")],
  ];
}

/** An access token that was ours and is over. */
export function expiredToken(member: Member): Promise<string> {
  return likeOurs(member, { claims: { iat: now() - 901, exp: now() - 1 } });
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, "base64url").toString());
