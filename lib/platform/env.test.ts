import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { readEnv, VARIABLES } from "@/lib/platform/env";

const embedded = {
  EMBEDDED: "1",
  DATABASE_URL: "postgresql://a:b@127.0.0.1:5432/c",
  NEXTAUTH_SECRET: "x".repeat(32),
};
const production = {
  ...embedded,
  EMBEDDED: "",
  NODE_ENV: "production",
  APP_URL: "https://campus.example",
  RESEND_API_KEY: "re_1",
  MAIL_FROM: "Campus Circle <hello@campus.example>",
};
const oidc = { OIDC_ISSUER: "https://login.example", OIDC_CLIENT_ID: "campus", OIDC_CLIENT_SECRET: "s" };
const vercel = {
  ...production,
  VERCEL: "1",
  APP_URL: undefined,
  VERCEL_ENV: "preview",
  VERCEL_URL: "x.vercel.app",
  CLOUDINARY_URL: "cloudinary://k:s@cloud",
  CRON_SECRET: "c".repeat(32),
};

const preview = {
  ...vercel,
  PREVIEW: "1",
  OUTBOX_PASSWORD: "open sesame please",
  RESEND_API_KEY: undefined,
  MAIL_FROM: undefined,
};

describe("the environment", () => {
  test("needs nothing but a database and a secret in embedded mode", () => {
    expect(readEnv(embedded)).toMatchObject({
      EMBEDDED: true,
      PORT: 3000,
      HOST: "127.0.0.1",
      DATA_DIR: ".data",
      APP_URL: "http://localhost:3000",
      DATABASE_POOL_SIZE: 10,
      TRUST_PROXY: 0,
      LOG_LEVEL: "info",
    });
  });

  test("SMTP_URL stands in for Resend, and names its usual port", () => {
    const read = (url: string) => readEnv({ ...production, RESEND_API_KEY: "", SMTP_URL: url });
    expect(read("smtp://mail.example")).toMatchObject({
      SENDS_TO_OUTBOX: false,
      SMTP_URL: { host: "mail.example", port: 587, secure: false, auth: undefined },
    });
    expect(read("smtps://me%40college.example:p%2Fw@mail.example/").SMTP_URL).toEqual({
      host: "mail.example",
      port: 465,
      secure: true,
      auth: { user: "me@college.example", pass: "p/w" },
    });
    expect(read("smtp://[::1]:2525").SMTP_URL).toMatchObject({ host: "::1", port: 2525 });
  });

  test("APP_URL comes from the environment, Vercel or the port", () => {
    expect(readEnv({ ...embedded, PORT: "4100" }).APP_URL).toBe("http://localhost:4100");
    expect(readEnv({ ...embedded, APP_URL: "https://campus.example/" }).APP_URL).toBe(
      "https://campus.example",
    );
    expect(readEnv(vercel).APP_URL).toBe("https://x.vercel.app");
  });

  test.each([
    ["DATABASE_URL", { ...embedded, DATABASE_URL: undefined }],
    ["DATABASE_URL", { ...embedded, DATABASE_URL: "mysql://x" }],
    ["DATABASE_REPLICA_URL", { ...embedded, DATABASE_REPLICA_URL: "mysql://x" }],
    ["DATABASE_CA", { ...embedded, DATABASE_CA: "tests/tls/nothing.pem" }],
    ["DATABASE_CA", { ...embedded, DATABASE_CA: "tests/tls/server.pem" }],
    ["DATABASE_CA", { ...embedded, DATABASE_CA: "-----BEGIN CERTIFICATE-----\nnonsense" }],
    ["NEXTAUTH_SECRET", { ...embedded, NEXTAUTH_SECRET: undefined }],
    ["NEXTAUTH_SECRET", { ...embedded, NEXTAUTH_SECRET: "short" }],
    ["PORT", { ...embedded, PORT: "eighty" }],
    ["PORT", { ...embedded, PORT: "70000" }],
    ["APP_URL", { ...embedded, APP_URL: "campus.example" }],
    ["APP_URL", { ...embedded, APP_URL: "javascript:alert(1)" }],
    ["TRUST_PROXY", { ...embedded, TRUST_PROXY: "all" }],
    ["LOG_LEVEL", { ...embedded, LOG_LEVEL: "loud" }],
    ["METRICS_TOKEN", { ...embedded, METRICS_TOKEN: "guess me" }],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", { ...embedded, OTEL_EXPORTER_OTLP_ENDPOINT: "localhost" }],
    ["SLOW_QUERY_MS", { ...embedded, SLOW_QUERY_MS: "-1" }],
    ["BACKUP_IDENTITY", { ...production, BACKUP_IDENTITY: "AGE-SECRET-KEY-1ABC" }],
    ["MINORS", { ...embedded, MINORS: "maybe" }],
    ["MAIL_RATE", { ...embedded, MAIL_RATE: "0" }],
    ["MAIL_DAILY_QUOTA", { ...embedded, MAIL_DAILY_QUOTA: "many" }],
    ["CLOUDINARY_URL", { ...embedded, CLOUDINARY_URL: "https://cloudinary.com" }],
    ["S3_URL", { ...embedded, S3_URL: "https://key:se/cret@s3.example/media" }],
    ["S3_URL", { ...embedded, S3_URL: "https://k:s@s3.example/m-1", CLOUDINARY_URL: vercel.CLOUDINARY_URL }],
    ["RESEND_API_KEY", { ...production, RESEND_API_KEY: undefined }],
    ["RESEND_API_KEY", { ...production, RESEND_API_KEY: " " }],
    ["SMTP_URL and RESEND_API_KEY are both set", { ...production, SMTP_URL: "smtp://mail.example" }],
    ...[
      "mail.example",
      "http://mail.example",
      "smtp://",
      "smtp://me@mail.example",
      "smtp://a:%zz@mail.example",
    ].map((url): [string, Record<string, string | undefined>] => [
      "SMTP_URL must look like",
      { ...embedded, SMTP_URL: url },
    ]),
    ["MAIL_FROM", { ...embedded, SMTP_URL: "smtp://localhost" }],
    ["MAIL_FROM", { ...production, MAIL_FROM: undefined }],
    ["MAIL_FROM", { ...embedded, RESEND_API_KEY: "re_1" }],
    ["APP_URL", { ...production, APP_URL: undefined }],
    ["APP_URL", { ...vercel, VERCEL_URL: undefined }],
    ["CLOUDINARY_URL", { ...vercel, CLOUDINARY_URL: undefined, S3_URL: "https://k:s@s3.example/m-1" }],
    ["CRON_SECRET", { ...vercel, CRON_SECRET: "" }],
    ["EMBEDDED", { ...vercel, EMBEDDED: "1" }],
    ["PREVIEW", { ...preview, VERCEL_ENV: "production", VERCEL_PROJECT_PRODUCTION_URL: "x.example" }],
    ["PREVIEW", { ...production, PREVIEW: "1", OUTBOX_PASSWORD: preview.OUTBOX_PASSWORD }],
    ["PREVIEW", { ...embedded, PREVIEW: "1", OUTBOX_PASSWORD: preview.OUTBOX_PASSWORD }],
    ["OUTBOX_PASSWORD", { ...preview, OUTBOX_PASSWORD: "" }],
    ["OUTBOX_PASSWORD", { ...preview, OUTBOX_PASSWORD: "sesame" }],
    ["ALLOW_TEST_ISSUER", { ...production, ALLOW_TEST_ISSUER: "1" }],
    ["OIDC_CLIENT_SECRET is missing", { ...production, ...oidc, OIDC_CLIENT_SECRET: "" }],
    ["OIDC_ISSUER is missing", { ...production, ...oidc, OIDC_ISSUER: undefined }],
    ["OIDC_ISSUER must begin with https", { ...production, ...oidc, OIDC_ISSUER: "http://login.example" }],
    ...["common", "organizations", "consumers"].map(
      (tenant): [string, Record<string, string | undefined>] => [
        "OIDC_ISSUER must be of your college alone",
        { ...production, ...oidc, OIDC_ISSUER: `https://login.microsoftonline.com/${tenant}/v2.0` },
      ],
    ),
    ["GOOGLE_JWKS_URL", { ...embedded, GOOGLE_JWKS_URL: "http://127.0.0.1:9/keys" }],
    ["GOOGLE_ISSUER_URL", { ...embedded, GOOGLE_ISSUER_URL: "http://127.0.0.1:9" }],
  ])("an invalid %s fails with one line that names it", (name, source) => {
    expect(() => readEnv(source)).toThrow(new RegExp(`^Invalid environment: [^\\n]*\\b${name}\\b[^\\n]*$`));
  });

  test("the database may come from an integration of Vercel, which names the pooler first", () => {
    const [pooled, direct] = ["postgresql://a:b@pooler.example/c?x=y", "postgresql://a:b@db.example/c"];
    const own = { DATABASE_URL: `${pooled}&pgbouncer=true`, DIRECT_DATABASE_URL: direct };
    const neon = { DATABASE_URL: pooled, DATABASE_URL_UNPOOLED: direct };
    const supabase = { DATABASE_URL: undefined, POSTGRES_URL: pooled, POSTGRES_URL_NON_POOLING: direct };
    expect(readEnv({ ...preview, ...neon })).toMatchObject(own);
    expect(readEnv({ ...preview, ...supabase })).toMatchObject(own);
    expect(readEnv({ ...preview, ...supabase, DATABASE_URL: embedded.DATABASE_URL })).toMatchObject({
      DATABASE_URL: embedded.DATABASE_URL,
    });
    const set = { DATABASE_URL: pooled, DIRECT_DATABASE_URL: "postgresql://a:b@mine.example/c" };
    expect(readEnv({ ...preview, ...neon, ...set })).toMatchObject(set);
    expect(readEnv({ ...production, ...neon })).toMatchObject({ DATABASE_URL: pooled });
  });

  test("mails go to the outbox in embedded mode and on previews, never in production", () => {
    const outbox = (source: Record<string, string | undefined>) => {
      const { HAS_OUTBOX, SENDS_TO_OUTBOX } = readEnv(source);
      return [HAS_OUTBOX, SENDS_TO_OUTBOX];
    };
    const resend = { RESEND_API_KEY: "re_1", MAIL_FROM: production.MAIL_FROM };
    expect(outbox(embedded)).toEqual([true, true]);
    expect(outbox({ ...embedded, ...resend })).toEqual([true, false]);
    expect(outbox(preview)).toEqual([true, true]);
    expect(outbox({ ...preview, ...resend })).toEqual([true, true]);
    expect(outbox({ ...production, OUTBOX_PASSWORD: preview.OUTBOX_PASSWORD })).toEqual([false, false]);
    expect(outbox(vercel)).toEqual([false, false]);
  });

  test("notifications are live on a server, and on functions only when enabled", () => {
    expect(readEnv(production).LIVE_NOTIFICATIONS).toBe(true);
    expect(readEnv({ ...production, LIVE_NOTIFICATIONS: "0" }).LIVE_NOTIFICATIONS).toBe(false);
    expect(readEnv(vercel).LIVE_NOTIFICATIONS).toBe(false);
    expect(readEnv({ ...vercel, LIVE_NOTIFICATIONS: "1" }).LIVE_NOTIFICATIONS).toBe(true);
  });

  test("the message names every problem and repeats no value", () => {
    const source = { EMBEDDED: "1", DATABASE_URL: "mysql://me:sesame@host/x", NEXTAUTH_SECRET: "shorty" };
    expect(() => readEnv(source)).toThrow(/DATABASE_URL.*NEXTAUTH_SECRET/);
    expect(() => readEnv(source)).not.toThrow(/sesame|shorty/);
  });

  describe("every variable", () => {
    /** Set by Node, Vercel and our own commands, never by a person. */
    const SET_BY_OTHERS = [
      // By the person who restores, for that one command.
      "BACKUP_IDENTITY",
      "NODE_ENV",
      "EMBEDDED",
      "VERCEL",
      "VERCEL_ENV",
      "VERCEL_URL",
      "VERCEL_PROJECT_PRODUCTION_URL",
    ];
    /** Read by a pattern (lib/platform/limits.ts). */
    const LIMIT = "LIMIT_LIKE";
    const SETTABLE = VARIABLES.filter((name) => !SET_BY_OTHERS.includes(name));

    test("is checked, unless it may be any text", () => {
      const ANY_TEXT = [
        "CAMPUS_FILE",
        "CLOUDINARY_UPLOAD_PRESET",
        "CRON_SECRET",
        "DATA_DIR",
        "GOOGLE_HOSTED_DOMAIN",
        "HOST",
        "MAIL_FROM",
        "NEXT_PUBLIC_GOOGLE_CLIENT_ID",
        "OIDC_NAME",
        "OUTBOX_PASSWORD",
        "RESEND_API_KEY",
      ];
      const source = { ...embedded, MAIL_FROM: production.MAIL_FROM };
      for (const name of SETTABLE) {
        const read = () => readEnv({ ...source, [name]: "?" });
        if (ANY_TEXT.includes(name)) expect(read).not.toThrow();
        else expect(read).toThrow(name);
      }
    });

    test("that names a provider is switched off in tests", () => {
      const OTHER_ADDRESSES = [
        "APP_URL",
        "DATABASE_OWNER_URL",
        "DATABASE_REPLICA_URL",
        "DATABASE_URL",
        "DIRECT_DATABASE_URL",
        "GOOGLE_ISSUER_URL",
        "GOOGLE_JWKS_URL",
        "RESEND_BASE_URL",
        "VAPID_PRIVATE_KEY",
        "VAPID_PUBLIC_KEY",
      ];
      const [, list = ""] =
        /NO_PROVIDERS = \{([^}]+)\}/.exec(readFileSync("scripts/cli/environment.mjs", "utf8")) ?? [];
      const left = SETTABLE.filter(
        (name) => /_(?:URL|KEY|ENDPOINT)$/.test(name) && !list.includes(`${name}:`),
      );
      expect(left.sort()).toEqual(OTHER_ADDRESSES);
    });

    test("is in .env.example, which has no other", () => {
      const listed = [...readFileSync(".env.example", "utf8").matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(
        ([, name = ""]) => name,
      );
      expect(listed.sort()).toEqual([...SETTABLE, LIMIT].sort());
    });

    test("is in the table of docs/deployment.md", () => {
      const [, table = ""] =
        /^## Variables\n([\s\S]*?)^## /m.exec(readFileSync("docs/deployment.md", "utf8")) ?? [];
      const rows = table
        .split("\n")
        .map((row) => row.split(" | ", 1)[0] ?? "")
        .join();
      const listed = [...rows.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = ""]) => name);
      expect(listed.sort()).toEqual([...SETTABLE, "EMBEDDED"].sort());
    });

    test("is handed on by compose.yaml, unless it has no use there", () => {
      /**
       * Set by the image, for Vercel or tests, about a database of someone else's, or not for the
       * app itself.
       */
      const NOT_IN_COMPOSE = [
        "ALLOW_TEST_ISSUER",
        "BACKUP_RECIPIENT",
        "BACKUP_SECRET",
        "DATABASE_CA",
        "DATABASE_OWNER_URL",
        "DATA_DIR",
        "GOOGLE_ISSUER_URL",
        "GOOGLE_JWKS_URL",
        "HOST",
        "OUTBOX_PASSWORD",
        "PORT",
        "PREVIEW",
        "PUSH_TEST_SERVICE",
      ];
      const compose = parse(readFileSync("compose.yaml", "utf8"), { merge: true });
      const missing = SETTABLE.filter((name) => !(name in compose.services.app.environment));
      expect(missing.sort()).toEqual(NOT_IN_COMPOSE);
    });
  });
});
