import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseOfWorker } from "@/tests/database";

// jsdom has no media queries. None matches by default; a test may replace this.
if (typeof window !== "undefined")
  window.matchMedia = (media) =>
    ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;

/** Runs before each test file: the Jest worker gets its own database and media folder. */
Object.assign(process.env, {
  NODE_ENV: "test",
  EMBEDDED: "1",
  // `LOG_LEVEL=error npm test …` shows why a call failed.
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  APP_URL: "http://localhost:3000",
  NEXTAUTH_SECRET: "a secret that only tests know, of more than 32 characters",
  DATA_DIR: mkdtempSync(join(tmpdir(), "campus-circle-test-")),
  DATABASE_URL: databaseOfWorker(),
  DIRECT_DATABASE_URL: "",
  DATABASE_OWNER_URL: "",
  DATABASE_REPLICA_URL: "",
  DATABASE_CA: "",
  CAMPUS_FILE: "",
});
