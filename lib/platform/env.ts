import "server-only";
import { X509Certificate } from "node:crypto";
import * as z from "zod";
import { integrationAddresses, readAuthority } from "@/lib/platform/db-connection.mjs";
import { parseS3Url } from "@/lib/platform/media/s3-address";
import { parseSmtpUrl } from "@/lib/platform/smtp-url";

/**
 * The environment, validated once. `process.env` is read nowhere else (lint). Embedded mode
 * (`EMBEDDED=1`, set by `npm run up|dev|test`) provides defaults for every outside service. Without
 * it the app is in production and fails fast when a variable is missing
 * (scripts/server/preflight.mjs).
 */

const POSTGRES = /^postgres(ql)?:\/\//;
const POSTGRES_START = "must begin with postgresql://";

const optionalFlag = z
  .enum(["0", "1", "true", "false", ""])
  .default("")
  .transform((value) => (value === "" ? undefined : value === "1" || value === "true"));
const flag = optionalFlag.transform((value) => value ?? false);
const optional = z
  .string()
  .trim()
  .transform((value) => (value === "" ? undefined : value))
  .optional();
const optionally = (pattern: RegExp, message: string) =>
  optional.pipe(z.string().regex(pattern, message).optional());
const optionalLink = optional.pipe(z.url({ protocol: /^https?$/ }).optional());
const optionalPostgres = optionally(POSTGRES, POSTGRES_START);
const integer = (fallback: number, min: number, max: number) =>
  z.coerce.number().pipe(z.int().min(min).max(max)).default(fallback);

/** Also true for no value. */
function isAuthority(value: string | undefined): boolean {
  if (value === undefined) return true;
  try {
    return new X509Certificate(readAuthority(value)).ca;
  } catch {
    // Unreadable or unparseable means invalid.
    return false;
  }
}

const variables = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  EMBEDDED: flag,
  PORT: integer(3000, 1, 65535),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default(".data"),
  APP_URL: optionalLink,
  VERCEL: optional,
  VERCEL_URL: optional,
  VERCEL_PROJECT_PRODUCTION_URL: optional,
  VERCEL_ENV: optional,
  /**
   * A preview on Vercel: the demo campus, in a database that is not production's, whose mails are
   * read in the outbox (scripts/embedded/preview.mjs).
   */
  PREVIEW: flag,
  DATABASE_URL: z
    .string("is missing: it must be a PostgreSQL address such as postgresql://user:password@host:5432/name")
    .regex(POSTGRES, POSTGRES_START),
  /** DATABASE_URL without its pooler: for LISTEN (realtime-listener.ts) and long work (db.ts). */
  DIRECT_DATABASE_URL: optionalPostgres,
  /**
   * The database of DATABASE_URL, as the role that owns its tables: migrations and restore use it,
   * so that the app itself needs a role that reads and writes rows only.
   */
  DATABASE_OWNER_URL: optionalPostgres,
  /** A streaming replica that reads may come from (lib/platform/replica.ts). */
  DATABASE_REPLICA_URL: optionalPostgres,
  /**
   * The certificate authority of the database's server, as PEM or as the path of a file. Needed
   * where the server's certificate is signed by an authority of the provider's own.
   */
  DATABASE_CA: optional.refine(isAuthority, "must be a certificate (PEM), or the path of a file with one"),
  /** Connections one instance may hold. 10 suits one server of two cores; use 1–3 on functions. */
  DATABASE_POOL_SIZE: integer(10, 1, 500),
  /** The public key that backups are encrypted to. */
  BACKUP_RECIPIENT: optionally(/^age1/, "must be a public key of age, which begins with age1"),
  /** What backups are signed with, where it is not the pepper (scripts/backup/signature.mjs). */
  BACKUP_SECRET: optionally(/^.{32,}$/, "must have at least 32 characters"),
  /** Their secret key, which no one must find who breaks into the app. */
  BACKUP_IDENTITY: z.literal("", "must not lie on the server: only a restore needs it").optional(),
  NEXTAUTH_SECRET: z.string("is missing").min(32, "must have at least 32 characters"),
  /** What stays when that changes: it peppers passwords and the hashes of former members. */
  PASSWORD_PEPPER: optionally(/^.{32,}$/, "must have at least 32 characters"),
  /**
   * Protects /dev/outbox, and must be set for a preview. `npm run up` generates one when other
   * machines can reach it.
   */
  OUTBOX_PASSWORD: optional,
  RESEND_API_KEY: optional,
  RESEND_BASE_URL: optionalLink,
  /** A mail server, instead of Resend. */
  SMTP_URL: optional.transform((value, context) => {
    const server = value && parseSmtpUrl(value);
    if (server) return server;
    if (value) {
      const message = "must look like smtp://user:password@host:587, or smtps:// for TLS from the start";
      context.addIssue({ code: "custom", message });
    }
    return undefined;
  }),
  MAIL_FROM: optional,
  /** What college this is. Read and checked by lib/campus/server/campus.ts, which builds need too. */
  CAMPUS_FILE: z.string().default(""),
  /** Whether people under 18 may use the app: at once, after a parent's consent, or not at all. */
  MINORS: z
    .enum(["allow", "confirm", "refuse", ""])
    .default("")
    .transform((value) => value || "allow"),
  /**
   * Requests a second to Resend, which takes five, or mails a second over SMTP; by all instances
   * together.
   */
  MAIL_RATE: z.coerce.number().pipe(z.number().min(0.1).max(1_000)).default(4),
  /** Mails a day that the plan at the mail service allows. */
  MAIL_DAILY_QUOTA: optionally(/^[1-9]\d{0,8}$/, "must be a number of mails").transform((value) =>
    value === undefined ? undefined : Number(value),
  ),
  CLOUDINARY_URL: optionally(
    /^cloudinary:\/\/[^:]+:[^@]+@[^/?]+/,
    "must look like cloudinary://key:secret@cloud",
  ),
  CLOUDINARY_UPLOAD_PRESET: z.string().default("campus_circle"),
  /** The bucket in which the built-in media host stores its files. */
  S3_URL: optional.refine(
    (value) => value === undefined || parseS3Url(value) !== null,
    "must look like https://key:secret@host/bucket?region=auto, with each / of the secret as %2F",
  ),
  /** The built-in media host rejects uploads when the disk has less than this left. */
  MEDIA_MIN_FREE_MB: integer(512, 0, 1_000_000_000),
  NEXT_PUBLIC_GOOGLE_CLIENT_ID: optional,
  /**
   * If the colleges' mail is Google Workspace: only accounts managed by one of these domains,
   * separated by commas, may sign in with Google.
   */
  GOOGLE_HOSTED_DOMAIN: z
    .string()
    .default("")
    .transform((value) =>
      value
        .split(",")
        .map((domain) => domain.trim().toLowerCase())
        .filter(Boolean),
    ),
  /**
   * Sign-in at the college's own issuer by OpenID Connect (lib/platform/oidc.ts), and what its button
   * calls it.
   */
  OIDC_ISSUER: optionalLink,
  OIDC_CLIENT_ID: optional,
  OIDC_CLIENT_SECRET: optional,
  OIDC_NAME: optional,
  /** Takes an address of which the issuer does not say whether it is verified. */
  OIDC_TRUST_EMAIL: flag,
  /** Logging out ends the session at the issuer, too. */
  OIDC_LOGOUT: flag,
  /**
   * Web push (lib/platform/web-push.ts): the key pair generated by scripts/server/vapid-keys.mjs,
   * and a contact address for push services.
   */
  VAPID_PUBLIC_KEY: optionally(/^B[\w-]{86}$/, "must be a public key of 87 characters"),
  VAPID_PRIVATE_KEY: optionally(/^[\w-]{43}$/, "must be a private key of 43 characters"),
  VAPID_SUBJECT: optionally(/^(mailto:|https:\/\/)/, "must begin with mailto: or https://"),
  PUSH_TEST_SERVICE: optionalLink,
  GOOGLE_JWKS_URL: optionalLink,
  /** What replaces Google on this machine (scripts/embedded/google-issuer.mjs). */
  GOOGLE_ISSUER_URL: optionalLink,
  ALLOW_TEST_ISSUER: flag,
  /**
   * How many proxies in front of the app may write X-Forwarded-For. With 0 the header is ignored.
   */
  TRUST_PROXY: z
    .string()
    .default("0")
    .transform((value) => (value === "true" ? "1" : value === "false" || value === "" ? "0" : value))
    .refine((value) => /^\d$/.test(value), "must be the number of proxies, 0 to 9")
    .transform(Number),
  /** The bearer token for /api/cron/upkeep. */
  CRON_SECRET: optional,
  /** Whether notifications arrive over an open stream. On by default, except on Vercel. */
  LIVE_NOTIFICATIONS: optionalFlag,
  /** The bearer token for /api/metrics. Without it nothing is measured. */
  METRICS_TOKEN: optional.pipe(z.string().min(16, "must have at least 16 characters").optional()),
  /** Where traces are sent, such as http://localhost:4318 (lib/platform/tracing.ts). */
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalLink,
  /** A query that takes as long is named in the log, in milliseconds. */
  SLOW_QUERY_MS: integer(500, 0, 60_000),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
  /** Shows /test in production, where it otherwise redirects to /up. */
  SHOW_GALLERY: flag,
});

type Variables = z.output<typeof variables>;

/** Microsoft's addresses for everyone: there, anyone can create an account with any address. */
const EVERYONE = /\/(common|organizations|consumers)(\/|$)/;

/** Previews are on the internet, where passwords get guessed. */
const OUTBOX_PASSWORD_MIN = 12;

/** A preview never writes to people, whatever keys it has inherited from production. */
const sendsToOutbox = (value: Variables) =>
  value.PREVIEW || (value.EMBEDDED && !value.RESEND_API_KEY && !value.SMTP_URL);

/** Rules that span several variables. */
function checkTogether(value: Variables, context: z.RefinementCtx): void {
  const report = (name: keyof Variables, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  const needs = (name: keyof Variables, message = "is missing") => {
    if (!value[name]) report(name, message);
  };
  const needsAllOrNone = (names: (keyof Variables)[], message: string) => {
    if (names.some((name) => value[name])) for (const name of names) needs(name, message);
  };
  if (!value.EMBEDDED && !vercelAddress(value))
    needs("APP_URL", "is missing: it is the address people use, such as https://circle.example.edu");
  if (!sendsToOutbox(value)) {
    if (!value.SMTP_URL) needs("RESEND_API_KEY", "is missing, or SMTP_URL: mail leaves through one of them");
    needs("MAIL_FROM", "is missing: it is the sender of mails, an address that your mail service sends for");
  }
  if (value.SMTP_URL && value.RESEND_API_KEY)
    report("SMTP_URL", "and RESEND_API_KEY are both set: mail leaves through one of them");
  if (value.VERCEL) {
    needs("CLOUDINARY_URL", "is missing: functions have no persistent disk, and take no uploads for S3_URL");
    needs("CRON_SECRET", "is missing: without it upkeep never runs");
    if (value.EMBEDDED) report("EMBEDDED", "is for local use, not for Vercel");
  }
  if (value.S3_URL && value.CLOUDINARY_URL)
    report("S3_URL", "and CLOUDINARY_URL are both set: keep the one that has the media");
  if (value.PREVIEW && value.VERCEL_ENV !== "preview")
    report("PREVIEW", "is for preview deployments on Vercel only: its outbox opens every account");
  if (value.PREVIEW && (value.OUTBOX_PASSWORD ?? "").length < OUTBOX_PASSWORD_MIN) {
    report(
      "OUTBOX_PASSWORD",
      `must have at least ${OUTBOX_PASSWORD_MIN} characters: anyone who knows it can sign in to a preview`,
    );
  }
  needsAllOrNone(
    ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
    "is missing: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together",
  );
  const issuer = value.OIDC_ISSUER ?? "https:";
  if (!issuer.startsWith("https:") && !value.ALLOW_TEST_ISSUER)
    report("OIDC_ISSUER", "must begin with https://");
  if (EVERYONE.test(issuer))
    report("OIDC_ISSUER", "must be of your college alone, with the id of its directory");
  needsAllOrNone(
    ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"],
    "is missing: push needs all three",
  );
  for (const name of ["PUSH_TEST_SERVICE", "ALLOW_TEST_ISSUER"] as const)
    if (value[name] && !value.EMBEDDED) report(name, "is not allowed in production");
  for (const name of ["GOOGLE_JWKS_URL", "GOOGLE_ISSUER_URL"] as const)
    if (value[name] && !value.ALLOW_TEST_ISSUER) report(name, "needs ALLOW_TEST_ISSUER=1");
}

const schema = variables.superRefine(checkTogether).transform((value) => ({
  ...value,
  /** Whether /dev/outbox exists: in embedded mode and on previews, never in production. */
  HAS_OUTBOX: value.EMBEDDED || value.PREVIEW,
  /** Whether mails go there instead of to people. */
  SENDS_TO_OUTBOX: sendsToOutbox(value),
  /** Empty when mail goes to the outbox. */
  MAIL_FROM: value.MAIL_FROM ?? "",
  /** On Vercel each open stream is a running function that holds a database connection. */
  LIVE_NOTIFICATIONS: value.LIVE_NOTIFICATIONS ?? !value.VERCEL,
  APP_URL: (value.APP_URL ?? vercelAddress(value) ?? `http://localhost:${value.PORT}`).replace(/\/+$/, ""),
}));

function vercelAddress(value: Variables): string | undefined {
  const host = value.VERCEL_ENV === "production" ? value.VERCEL_PROJECT_PRODUCTION_URL : value.VERCEL_URL;
  return host ? `https://${host}` : undefined;
}

/** The name of every variable. */
export const VARIABLES = Object.keys(variables.shape);

export type Env = z.output<typeof schema>;

/**
 * Thrown when a variable is missing or malformed. The message is one line that names each of them.
 */
export class EnvError extends Error {
  override name = "EnvError";
}

/** Throws `EnvError`. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const result = schema.safeParse({ ...source, ...integrationAddresses(source) });
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  throw new EnvError(`Invalid environment: ${problems.join("; ")}.`);
}

let cached: Env | undefined;

/** Read on first use, so that `next build` needs no environment. */
export function env(): Env {
  if (!cached) {
    cached = readEnv(process.env);
    // next-auth reads the site's address only from this variable.
    process.env.NEXTAUTH_URL = cached.APP_URL;
  }
  return cached;
}

/**
 * A raw setting whose name comes from a registry (`LIMIT_CODE_IP`). The registry's owner validates
 * it.
 */
export function rawSetting(name: `LIMIT_${string}`): string | undefined {
  return process.env[name];
}

/** Clears the cache. For tests that change the environment. */
export function resetEnvForTests(): void {
  cached = undefined;
}
