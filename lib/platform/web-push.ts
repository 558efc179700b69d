import "server-only";
import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import { env } from "@/lib/platform/env";

/**
 * Sends messages to a closed browser through the push service it chose: RFC 8030 (delivery), 8291
 * (encryption) and 8292 (VAPID). The service can read neither the message nor the recipient.
 */

const CURVE = "prime256v1";
const TIMEOUT_MS = 10_000;
/** How long a service stores a message for an offline device, in seconds. */
const TTL_SECONDS = 24 * 60 * 60;

/**
 * The push services of current browsers. Any other endpoint could make our server call an arbitrary
 * address.
 */
const SERVICES = {
  google: /^fcm\.googleapis\.com$/,
  mozilla: /^[\w-]+\.push\.services\.mozilla\.com$/,
  apple: /^[\w-]+\.push\.apple\.com$/,
  windows: /^[\w-]+\.notify\.windows\.com$/,
};

export type PushAddress = { endpoint: string; p256dh: Uint8Array; auth: Uint8Array };

/** `gone`: the subscription has ended. `retry`: after `seconds`, if the service named a delay. */
export type PushResult =
  | { kind: "sent" | "gone" | "rejected" }
  | { kind: "retry"; seconds: number | undefined };

/** The key browsers subscribe with; undefined if push is disabled. */
export function pushPublicKey(): string | undefined {
  return env().VAPID_PUBLIC_KEY;
}

/** Whether a URL belongs to a known push service. */
export function isPushService(endpoint: string): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || url.username || url.password) return false;
  if (env().PUSH_TEST_SERVICE === url.origin) return true;
  return url.protocol === "https:" && url.port === "" && pushServiceOf(endpoint) !== "other";
}

/** The owner of a subscription's push service: metrics have this, never the address itself. */
export function pushServiceOf(endpoint: string): string {
  const { hostname } = new URL(endpoint);
  return Object.entries(SERVICES).find(([, host]) => host.test(hostname))?.[0] ?? "other";
}

/** Whether these can be a browser's keys: a point on the curve, and 16 bytes. */
export function arePushKeys(p256dh: Uint8Array, auth: Uint8Array): boolean {
  if (p256dh.length !== 65 || p256dh[0] !== 4 || auth.length !== 16) return false;
  try {
    const own = createECDH(CURVE);
    own.generateKeys();
    own.computeSecret(p256dh);
    return true;
  } catch {
    // Not on the curve.
    return false;
  }
}

/**
 * Sends a message. A queued message is replaced by a newer one with the same `topic` (at most 32
 * base64url characters). Service and network failures are returned, never thrown.
 */
export async function sendPush(to: PushAddress, message: string, topic: string): Promise<PushResult> {
  const body = encryptPush(Buffer.from(message), to);
  const headers = {
    Authorization: await vapidHeader(new URL(to.endpoint).origin),
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
    // Unreachable or timed out: the caller retries.
    return { kind: "retry", seconds: undefined };
  }
  const { status } = response;
  if (response.ok) return { kind: "sent" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status === 429 || status >= 500)
    return { kind: "retry", seconds: Number(response.headers.get("Retry-After")) || undefined };
  return { kind: "rejected" };
}

/** Values that are random outside tests. */
type FixedValues = { salt: Uint8Array; privateKey: Uint8Array };

/** Encrypts for one browser (RFC 8291), as a single `aes128gcm` record (RFC 8188). */
export function encryptPush(
  message: Buffer,
  { p256dh, auth }: Omit<PushAddress, "endpoint">,
  fixed?: FixedValues,
): Buffer {
  const own = createECDH(CURVE);
  if (fixed) own.setPrivateKey(fixed.privateKey);
  else own.generateKeys();
  const salt = fixed?.salt ?? randomBytes(16);
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

/** Identifies this server to one push service (VAPID, RFC 8292). */
async function vapidHeader(audience: string): Promise<string> {
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
