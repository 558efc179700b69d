import { generateKeyPairSync } from "node:crypto";

/**
 * `node scripts/server/vapid-keys.mjs`: makes the pair of keys that push needs, as lines for .env.
 */
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
// Each number is 32 bytes here, also one that begins with zeros.
const { x = "", y = "", d } = privateKey.export({ format: "jwk" });
const point = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
console.log(`VAPID_PUBLIC_KEY=${point.toString("base64url")}`);
console.log(`VAPID_PRIVATE_KEY=${d}`);
