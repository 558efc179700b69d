import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CliError } from "./cli-error.mjs";

/** The project's folder. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/**
 * Programs that were TypeScript (build/programs.mjs). As deep as their sources, which find the
 * project's folder from themselves.
 */
export const BUILT = path.join(ROOT, "scripts/built");

/**
 * Switches off what a developer's .env may name and no test may reach: providers, who would write
 * to real people. Nor does a test know the password of the developer's outbox, or another campus.
 */
export const NO_PROVIDERS = {
  RESEND_API_KEY: "",
  SMTP_URL: "",
  NEXT_PUBLIC_GOOGLE_CLIENT_ID: "",
  OIDC_ISSUER: "",
  OIDC_CLIENT_ID: "",
  OIDC_CLIENT_SECRET: "",
  CLOUDINARY_URL: "",
  S3_URL: "",
  OTEL_EXPORTER_OTLP_ENDPOINT: "",
  OUTBOX_PASSWORD: "",
  CAMPUS_FILE: "",
};

/**
 * Reads `.env.local` and `.env` into `process.env`; variables that are already set win. Returns
 * where to listen and the absolute path of the data folder. Throws a `CliError` for an invalid
 * port.
 *
 * What a file says about the database's other addresses and its authority is ignored when
 * DATABASE_URL comes from elsewhere. Otherwise tests with a database of their own would migrate the
 * database the file names. The embedded database needs no authority.
 */
export function readLaunchEnvironment() {
  process.chdir(ROOT);
  for (const file of [".env.local", ".env"]) {
    if (process.env.DATABASE_URL !== undefined) {
      process.env.DIRECT_DATABASE_URL ??= "";
      process.env.DATABASE_OWNER_URL ??= "";
      process.env.DATABASE_REPLICA_URL ??= "";
      process.env.DATABASE_CA ??= "";
    }
    if (existsSync(file)) process.loadEnvFile(file);
  }
  if (!process.env.DATABASE_URL) {
    Object.assign(process.env, { DATABASE_OWNER_URL: "", DATABASE_REPLICA_URL: "", DATABASE_CA: "" });
  }
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new CliError(`PORT must be a whole number from 1 to 65535, not "${process.env.PORT}".`);
  }
  return {
    port,
    host: process.env.HOST || "127.0.0.1",
    dataDir: path.resolve(ROOT, process.env.DATA_DIR || ".data"),
  };
}
