import "server-only";
import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import { env } from "@/lib/platform/env";

/**
 * Messages to a browser that is closed, through the push service it chose: RFC 8030 (delivery),
 * 8291 (encryption) and 8292 (who we are). The service sees neither what is said nor to whom.
 */

const CURVE = "prime256v1";
/** A push service that does not answer is tried again later; in milliseconds. */
const TIMEOUT_MS = 10_000;
/** How long a service keeps a message for a device that is off, in seconds: a day. */
const TTL_SECONDS = 24 * 60 * 60;

/**
 * The services of the browsers there are. Anything else is an address somebody wants our server to
 * call.
 */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^[\w-]+\.push\.services\.mozilla\.com$/,
  /^[\w-]+\.push\.apple\.com$/,
  /^[\w-]+\.notify\.windows\.com$/,
];

export type PushAddress = { endpoint: string; p256dh: Uint8Array; auth: Uint8Array };

/**
 * `gone`: that browser does not want to be told any more. `later`: after so many seconds, if the
 * service said so.
 */
export type PushResult =
  | { kind: "sent" | "gone" | "rejected" }
  | { kind: "retry"; seconds: number | undefined };

/** The key that browsers subscribe with; undefined where push is off. */
export function pushPublicKey(): string | undefined {
  return env().VAPID_PUBLIC_KEY;
}

/** Whether an address is one of a push service's. */
export function isPushService(endpoint: string): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || url.username || url.password) return false;
  if (env().PUSH_TEST_SERVICE === url.origin) return true;
  return url.protocol === "https:" && url.port === "" && SERVICES.some((host) => host.test(url.hostname));
}

/** Whether these can be a browser's keys: a point of the curve, and 16 bytes. */
export function arePushKeys(p256dh: Uint8Array, auth: Uint8Array): boolean {
  if (p256dh.length !== 65 || p256dh[0] !== 4 || auth.length !== 16) return false;
  try {
    const own = createECDH(CURVE);
    own.generateKeys();
    own.computeSecret(p256dh);
    return true;
  } catch {
    // Not on the curve: that is what is being asked.
    return false;
  }
}

/**
 * Sends a message. `topic` (at most 32 characters of base64url): a later message of the same one
 * takes its place while it waits. Never throws for what the service or the network does.
 */
export async function sendPush(to: PushAddress, message: string, topic: string): Promise<PushResult> {
  const body = encryptPush(Buffer.from(message), to);
  const headers = {
    Authorization: await identify(new URL(to.endpoint).origin),
    "Content-Encoding": "aes128gcm",
    "Content-Type": "application/octet-stream",
    TTL: String(TTL_SECONDS),
    Topic: topic,
    Urgency: "normal",
  };
  let response: Response;
  try {
    response = await fetch(to.endpoint, {
      method: "POST",
      headers,
      body: new Uint8Array(body),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
  } catch {
    // Not reached, or no answer in time: the caller tries again.
    return { kind: "retry", seconds: undefined };
  }
  const { status } = response;
  if (response.ok) return { kind: "sent" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status === 429 || status >= 500)
    return { kind: "retry", seconds: Number(response.headers.get("Retry-After")) || undefined };
  return { kind: "rejected" };
}

/** Only for tests: what is random otherwise. */
type Chosen = { salt: Uint8Array; privateKey: Uint8Array };

/** Encrypts for one browser (RFC 8291), as one record of `aes128gcm` (RFC 8188). */
export function encryptPush(
  message: Buffer,
  { p256dh, auth }: Omit<PushAddress, "endpoint">,
  chosen?: Chosen,
): Buffer {
  const own = createECDH(CURVE);
  if (chosen) own.setPrivateKey(chosen.privateKey);
  else own.generateKeys();
  const salt = chosen?.salt ?? randomBytes(16);
  const publicKey = own.getPublicKey();
  const shared = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, publicKey]);
  const secret = hkdf(own.computeSecret(p256dh), auth, shared, 32);
  const key = hkdf(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = hkdf(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // 2 marks the last record.
  const record = Buffer.concat([
    cipher.update(message),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(4096);
  return Buffer.concat([salt, size, Buffer.of(publicKey.length), publicKey, record]);
}

const hkdf = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

/** Who sends, signed for this service alone (RFC 8292). */
async function identify(audience: string): Promise<string> {
  const { VAPID_PUBLIC_KEY = "", VAPID_PRIVATE_KEY = "", VAPID_SUBJECT = "" } = env();
  const point = Buffer.from(VAPID_PUBLIC_KEY, "base64url");
  const key = await importJWK(
    {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
      d: VAPID_PRIVATE_KEY,
    },
    "ES256",
  );
  const token = await new SignJWT()
    .setProtectedHeader({ alg: "ES256", typ: "JWT" })
    .setAudience(audience)
    .setSubject(VAPID_SUBJECT)
    .setExpirationTime("12h")
    .sign(key);
  return `vapid t=${token}, k=${VAPID_PUBLIC_KEY}`;
}
