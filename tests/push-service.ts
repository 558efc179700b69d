import { execFileSync } from "node:child_process";
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { parseEnv } from "node:util";
import { resetEnvForTests } from "@/lib/platform/env";

/** A fake push service, and a fake browser that decrypts its messages. */

type Sent = { path: string; headers: IncomingHttpHeaders; body: Buffer };

export type PushService = {
  origin: string;
  /** The accepted messages, in order. */
  sent: Sent[];
  /** The status of the answers from now on, and a header. */
  answer: (status: number, headers?: Record<string, string>) => void;
  /** The next answer waits for this. */
  hold: (work: () => Promise<unknown>) => void;
  close: () => Promise<void>;
};

/** What services must accept, in bytes (RFC 8030); real ones reject more. */
const BODY_MAX = 4_096;

/** Starts the service and turns push on. */
export async function startPushService(): Promise<PushService> {
  const sent: Sent[] = [];
  let reply: [number, Record<string, string>] = [201, {}];
  let held = async (): Promise<unknown> => undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const work = held;
      held = async () => undefined;
      await work();
      const body = Buffer.concat(chunks);
      const [status, headers] = body.length > BODY_MAX ? ([413, {}] as const) : reply;
      if (status < 300) sent.push({ path: request.url ?? "", headers: request.headers, body });
      response.writeHead(status, { Connection: "close", ...headers }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = execFileSync(process.execPath, ["scripts/server/vapid-keys.mjs"], { encoding: "utf8" });
  Object.assign(process.env, parseEnv(keys), {
    VAPID_SUBJECT: "mailto:hello@example.edu",
    PUSH_TEST_SERVICE: origin,
  });
  resetEnvForTests();
  return {
    origin,
    sent,
    answer: (status, headers = {}) => {
      reply = [status, headers];
    },
    hold: (work) => {
      held = work;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A browser's push subscription, and a function that decrypts a message to it. */
export function makeBrowser(origin: string) {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const auth = randomBytes(16);
  const subscription = {
    endpoint: `${origin}/${randomBytes(8).toString("hex")}`,
    keys: { p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") },
  };
  const read = (body: Buffer): unknown => {
    const [salt, sender, record] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
    const derive = (secret: Uint8Array, by: Uint8Array, info: Uint8Array, length: number) =>
      Buffer.from(hkdfSync("sha256", secret, by, info, length));
    const shared = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
    const secret = derive(keys.computeSecret(sender), auth, shared, 32);
    const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce);
    decipher.setAuthTag(record.subarray(-16));
    const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
  };
  return { subscription, read };
}

/** The claims of a VAPID token (RFC 8292). Fails the test when its signature is wrong. */
export function readVapid(authorization: string | undefined): Record<string, unknown> {
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization ?? "") ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const publicKey = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const signed = Buffer.from(`${header}.${claims}`);
  const isValid = verify(
    "sha256",
    signed,
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  expect(isValid).toBe(true);
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}
