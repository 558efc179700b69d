import net from "node:net";
import { run } from "@/scripts/cli/exec.mjs";
import { migrationNames } from "@/scripts/embedded/migrations.mjs";
import { checkDatabase } from "@/scripts/server/preflight.mjs";
import { EMPTY_TEMPLATE, extraDatabase, failureOutput, query } from "@/tests/commands";
import { databaseOfWorker } from "@/tests/database";
import { useTestDatabase } from "@/tests/test-db";

// Some tests run whole commands.
jest.setTimeout(60_000);

const production: Record<string, string> = {
  EMBEDDED: "",
  DATABASE_URL: databaseOfWorker(),
  NEXTAUTH_SECRET: "5".repeat(64),
  APP_URL: "https://campus.example",
  RESEND_API_KEY: "re_1",
  MAIL_FROM: "Campus Circle <hello@campus.example>",
  CLOUDINARY_URL: "",
  VERCEL: "",
};

/** The output of a command that fails in such an environment. */
const failure = (script: string, env: Record<string, string>) =>
  failureOutput(run(process.execPath, [script], { env: { ...process.env, ...production, ...env } }));

beforeAll(useTestDatabase);

describe("npm start", () => {
  test.each(["DATABASE_URL", "NEXTAUTH_SECRET", "APP_URL", "RESEND_API_KEY", "MAIL_FROM"])(
    "does not start without %s, and names it in one line",
    async (name) => {
      expect(await failure("scripts/start.mjs", { [name]: "" })).toMatch(
        new RegExp(`^Invalid environment: ${name} [^\\n]+\\n$`),
      );
    },
  );

  test("does not start without a campus file, and names it in one line", async () => {
    expect(await failure("scripts/start.mjs", { CAMPUS_FILE: "campus/nowhere.json" })).toMatch(
      /^CAMPUS_FILE campus\/nowhere\.json cannot be read: [^\n]+\n$/,
    );
  });

  test("does not start on a database without the newest migration, and prints what to run", async () => {
    const newest = migrationNames().at(-1);
    const row = `SET finished_at = NULL WHERE migration_name = '${newest}'`;
    await query(databaseOfWorker(), `UPDATE _prisma_migrations ${row}`);
    expect(await failure("scripts/start.mjs", {})).toBe(
      `The database lacks 1 of this release's migrations, starting with ${newest}: run npm run db:migrate.\n`,
    );
    await query(databaseOfWorker(), `UPDATE _prisma_migrations ${row.replace("NULL", "now()")}`);
  });

  test("does not build a deployment on Vercel either", async () => {
    const vercel = { VERCEL: "1", CLOUDINARY_URL: "cloudinary://k:s@cloud", CRON_SECRET: "" };
    expect(await failure("scripts/build.mjs", vercel)).toMatch(/^Invalid environment: CRON_SECRET [^\n]+\n$/);
  });
});

describe("the database production starts on", () => {
  const own = process.env.DATABASE_URL;
  afterEach(() => {
    process.env.DATABASE_URL = own;
  });

  function check(url: string): Promise<void> {
    process.env.DATABASE_URL = url;
    return checkDatabase();
  }

  test("has every migration", async () => {
    await check(databaseOfWorker());
  });

  test("is not an empty one", async () => {
    const { url, create, drop } = extraDatabase("nothing");
    await create(EMPTY_TEMPLATE);
    await expect(check(url)).rejects.toThrow(`lacks ${migrationNames().length} of this release's migrations`);
    await drop();
  });

  test("may be unreachable for now", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
    await check("postgresql://nobody@127.0.0.1:1/away");
    expect(warn).toHaveBeenCalledWith("The database does not respond yet (ECONNREFUSED): starting anyway.");
  });

  test("must accept the name and password of its address", async () => {
    const url = new URL(databaseOfWorker());
    url.password = "wrong";
    await expect(check(url.href)).rejects.toThrow(/^DATABASE_URL is wrong: password authentication failed/);
    await expect(check(`${databaseOfWorker()}_other`)).rejects.toThrow(/^DATABASE_URL is wrong: database/);
  });

  test("must be marked as pooled when it is behind a pooler", async () => {
    const pooler = net.createServer((socket) => {
      socket.once("data", () => {
        const fields = "SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0";
        const length = Buffer.alloc(4);
        length.writeInt32BE(fields.length + 4);
        socket.end(Buffer.concat([Buffer.from("E"), length, Buffer.from(fields)]));
      });
    });
    await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
    const { port } = pooler.address() as net.AddressInfo;
    await expect(check(`postgresql://app@127.0.0.1:${port}/campus`)).rejects.toThrow("add ?pgbouncer=true");
    pooler.close();
  });
});
