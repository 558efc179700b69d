import { generateKeyPairSync } from "node:crypto";

/** `node scripts/server/vapid-keys.mjs`: prints a VAPID key pair for push, as lines for .env. */
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
// JWK pads each number to 32 bytes, even one that starts with zeros.
const { x = "", y = "", d } = privateKey.export({ format: "jwk" });
const point = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
console.log(`VAPID_PUBLIC_KEY=${point.toString("base64url")}`);
console.log(`VAPID_PRIVATE_KEY=${d}`);
