import "server-only";
import * as z from "zod";

/**
 * The environment, validated once. `process.env` is read nowhere else (lint). Embedded mode
 * (`EMBEDDED=1`, set by `npm run up|dev|test`) switches the embedded defaults on; without it the
 * app is in production: what is missing stops the start (scripts/server/preflight.mjs).
 */

const flag = z
  .enum(["0", "1", "true", "false", ""])
  .default("")
  .transform((value) => value === "1" || value === "true");
const optional = z
  .string()
  .trim()
  .transform((value) => (value === "" ? undefined : value))
  .optional();
const optionally = (pattern: RegExp, message: string) =>
  optional.pipe(z.string().regex(pattern, message).optional());
const optionalLink = optional.pipe(z.url({ protocol: /^https?$/ }).optional());
const whole = (fallback: number, min: number, max: number) =>
  z.coerce.number().pipe(z.int().min(min).max(max)).default(fallback);

const variables = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  EMBEDDED: flag,
  PORT: whole(3000, 1, 65535),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default(".data"),
  APP_URL: optionalLink,
  VERCEL: optional,
  VERCEL_URL: optional,
  VERCEL_PROJECT_PRODUCTION_URL: optional,
  VERCEL_ENV: optional,
  DATABASE_URL: z
    .string("is missing: it must be a PostgreSQL address such as postgresql://user:password@host:5432/name")
    .regex(/^postgres(ql)?:\/\//, "must begin with postgresql://"),
  /** The same database past any pooler: for listening (lib/platform/listen.ts). */
  DIRECT_DATABASE_URL: optionally(/^postgres(ql)?:\/\//, "must begin with postgresql://"),
  /** Connections one instance may hold. 10 suits one server of two cores; use 1–3 on functions. */
  DATABASE_POOL_SIZE: whole(10, 1, 500),
  NEXTAUTH_SECRET: z.string("is missing").min(32, "must have at least 32 characters"),
  /** What /dev/outbox asks for; made by `npm run up` where other machines reach it. */
  OUTBOX_PASSWORD: optional,
  RESEND_API_KEY: optional,
  RESEND_BASE_URL: optionalLink,
  MAIL_FROM: optional,
  CLOUDINARY_URL: optionally(
    /^cloudinary:\/\/[^:]+:[^@]+@[^/?]+/,
    "must look like cloudinary://key:secret@cloud",
  ),
  CLOUDINARY_UPLOAD_PRESET: z.string().default("campus_circle"),
  /** The built-in media host takes nothing more when the disk has less than this left. */
  MEDIA_MIN_FREE_MB: whole(512, 0, 1_000_000_000),
  NEXT_PUBLIC_GOOGLE_CLIENT_ID: optional,
  /**
   * Where the college's mail is Google Workspace: only accounts that this domain manages may sign
   * in with Google.
   */
  GOOGLE_HOSTED_DOMAIN: optional,
  /**
   * Web push (lib/platform/web-push.ts): the pair of keys made by scripts/server/vapid-keys.mjs,
   * and how to reach us.
   */
  VAPID_PUBLIC_KEY: optionally(/^B[\w-]{86}$/, "must be a public key of 87 characters"),
  VAPID_PRIVATE_KEY: optionally(/^[\w-]{43}$/, "must be a private key of 43 characters"),
  VAPID_SUBJECT: optionally(/^(mailto:|https:\/\/)/, "must begin with mailto: or https://"),
  PUSH_TEST_SERVICE: optionalLink,
  GOOGLE_JWKS_URL: optionalLink,
  ALLOW_TEST_ISSUER: flag,
  /**
   * How many proxies in front of the app may write X-Forwarded-For. 0: nobody, the header is
   * ignored.
   */
  TRUST_PROXY: z
    .string()
    .default("0")
    .transform((value) => (value === "true" ? "1" : value === "false" || value === "" ? "0" : value))
    .refine((value) => /^\d$/.test(value), "must be the number of proxies, 0 to 9")
    .transform(Number),
  /** What a cron that calls /api/cron/upkeep must show. */
  CRON_SECRET: optional,
  /** Whether notifications arrive over an open stream. By default they do, except on Vercel. */
  LIVE_NOTIFICATIONS: z
    .enum(["0", "1", "true", "false", ""])
    .default("")
    .transform((value) => (value === "" ? undefined : value === "1" || value === "true")),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
  /** Shows /test in production. */
  SHOW_GALLERY: flag,
});

/** What has to fit together. */
function checkTogether(value: z.output<typeof variables>, context: z.RefinementCtx): void {
  const needs = (name: keyof typeof value, message = "is missing") => {
    if (!value[name]) context.addIssue({ code: "custom", path: [name], message });
  };
  if (!value.EMBEDDED) {
    needs("RESEND_API_KEY");
    if (!vercelAddress(value))
      needs("APP_URL", "is missing: it is the address people use, such as https://circle.example.edu");
  }
  if (!value.EMBEDDED || value.RESEND_API_KEY)
    needs(
      "MAIL_FROM",
      "is missing: it is the sender of mails, an address of a domain you verified at Resend",
    );
  if (value.VERCEL) {
    needs("CLOUDINARY_URL", "is missing: functions keep no files");
    needs("CRON_SECRET", "is missing: without it nothing is tidied up");
  }
  if (value.EMBEDDED && value.VERCEL) {
    context.addIssue({
      code: "custom",
      path: ["EMBEDDED"],
      message: "is for one's own machine, not for Vercel",
    });
  }
  const vapid = ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"] as const;
  for (const name of vapid) {
    if (!value[name] && vapid.some((other) => value[other])) {
      context.addIssue({ code: "custom", path: [name], message: "is missing: push needs all three" });
    }
  }
  if (value.PUSH_TEST_SERVICE && !value.EMBEDDED) {
    context.addIssue({ code: "custom", path: ["PUSH_TEST_SERVICE"], message: "is refused in production" });
  }
  if (value.ALLOW_TEST_ISSUER && !value.EMBEDDED) {
    context.addIssue({ code: "custom", path: ["ALLOW_TEST_ISSUER"], message: "is refused in production" });
  }
  if (value.GOOGLE_JWKS_URL && !value.ALLOW_TEST_ISSUER) {
    context.addIssue({ code: "custom", path: ["GOOGLE_JWKS_URL"], message: "needs ALLOW_TEST_ISSUER=1" });
  }
}

const schema = variables.superRefine(checkTogether).transform((value) => ({
  ...value,
  /** Empty where mails stay in the outbox. */
  MAIL_FROM: value.MAIL_FROM ?? "",
  /** On Vercel each open stream is a function that runs, with a connection to the database. */
  LIVE_NOTIFICATIONS: value.LIVE_NOTIFICATIONS ?? !value.VERCEL,
  APP_URL: (value.APP_URL ?? vercelAddress(value) ?? `http://localhost:${value.PORT}`).replace(/\/+$/, ""),
}));

function vercelAddress(value: {
  VERCEL_ENV?: string | undefined;
  VERCEL_URL?: string | undefined;
  VERCEL_PROJECT_PRODUCTION_URL?: string | undefined;
}): string | undefined {
  const host = value.VERCEL_ENV === "production" ? value.VERCEL_PROJECT_PRODUCTION_URL : value.VERCEL_URL;
  return host ? `https://${host}` : undefined;
}

export type Env = z.output<typeof schema>;

/**
 * Thrown when a variable is missing or malformed; the message is one line that names each of them.
 */
export class EnvError extends Error {
  override name = "EnvError";
}

/** Reads and validates an environment. Throws `EnvError`. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const result = schema.safeParse(source);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  throw new EnvError(`The environment is not right: ${problems.join("; ")}.`);
}

let cached: Env | undefined;

/**
 * The validated environment of this process. Read at first use, so that `next build` needs none of
 * it.
 */
export function env(): Env {
  if (!cached) {
    cached = readEnv(process.env);
    // next-auth takes the site's address from this variable and from nowhere else.
    process.env.NEXTAUTH_URL = cached.APP_URL;
  }
  return cached;
}

/**
 * A raw setting whose name is made from a registry (`LIMIT_OTP_ADDRESS`), validated where the
 * registry is.
 */
export function rawSetting(name: `LIMIT_${string}`): string | undefined {
  return process.env[name];
}

/** Forgets the cached environment: for tests that change it. */
export function resetEnvForTests(): void {
  cached = undefined;
}
