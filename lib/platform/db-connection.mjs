import { readFileSync } from "node:fs";

/**
 * How the app and the scripts connect to PostgreSQL. Plain JavaScript, because nothing compiles the
 * scripts.
 */

/**
 * The names under which Vercel's integrations give a deployment its database, each branch its own:
 * Neon's, and Supabase's. The first address is a pooler's, the second the database's own.
 */
const INTEGRATIONS = [
  ["DATABASE_URL", "DATABASE_URL_UNPOOLED"],
  ["POSTGRES_URL", "POSTGRES_URL_NON_POOLING"],
];

/**
 * What an integration of Vercel says about the database, as the app's own settings; nothing where
 * they are set already.
 * @param {Record<string, string | undefined>} env
 * @returns {{ DATABASE_URL?: string, DIRECT_DATABASE_URL?: string }}
 */
export function integrationAddresses(env) {
  if (!env.VERCEL || env.DIRECT_DATABASE_URL) return {};
  for (const [pooledName = "", directName = ""] of INTEGRATIONS) {
    const [pooled, direct] = [env[pooledName], env[directName]];
    if (env.DATABASE_URL && pooled !== env.DATABASE_URL) continue;
    if (pooled && direct && URL.canParse(pooled)) {
      const url = new URL(pooled);
      url.searchParams.set("pgbouncer", "true");
      return { DATABASE_URL: url.href, DIRECT_DATABASE_URL: direct };
    }
  }
  return {};
}

/** What an address may say about TLS. The driver prefers these to its own options. */
const TLS_PARAMETERS = ["ssl", "sslmode", "sslrootcert", "uselibpqcompat"];

/**
 * The driver's options for an address. By default the address decides about TLS (`sslmode`). With
 * an authority (DATABASE_CA) the connection is always encrypted, and the server must prove its name
 * with a certificate that the authority signed.
 * @param {string} address
 * @param {string | undefined} authority
 * @returns {{ connectionString: string, ssl?: { ca: string } }}
 */
export function connectionTo(address, authority) {
  if (!authority) return { connectionString: address };
  const url = new URL(address);
  for (const name of TLS_PARAMETERS) url.searchParams.delete(name);
  return { connectionString: url.href, ssl: { ca: readAuthority(authority) } };
}

/**
 * The certificate itself, from the value of DATABASE_CA. Functions have no files of their own, so
 * it may be the certificate as well as the path of one; some hosts turn its line breaks into `\n`.
 * @param {string} authority
 * @returns {string} PEM
 */
export function readAuthority(authority) {
  return authority.includes("-----BEGIN")
    ? authority.replaceAll("\\n", "\n")
    : readFileSync(/* turbopackIgnore: true */ authority, "utf8");
}
