import { createECDH } from "node:crypto";

/** `node scripts/vapid-keys.mjs`: makes the pair of keys that push needs, as lines for .env. */
const keys = createECDH("prime256v1");
keys.generateKeys();
console.log(`VAPID_PUBLIC_KEY=${keys.getPublicKey("base64url")}`);
console.log(`VAPID_PRIVATE_KEY=${keys.getPrivateKey().toString("base64url").padStart(43, "A")}`);
