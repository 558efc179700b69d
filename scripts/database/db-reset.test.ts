import { rmSync } from "node:fs";
import path from "node:path";
import { run, runTypeScript } from "@/scripts/cli/exec.mjs";
import { extraDatabase, failureOutput, openDemoMediaHost, query } from "@/tests/commands";

/**
 * `npm run db:reset` and the seed, as people run them, on a database that the demo did not create.
 */

// Each test runs whole commands.
jest.setTimeout(120_000);

const { name, url: campus, create, drop } = extraDatabase("campus");
const env: NodeJS.ProcessEnv = {
  ...process.env,
  DATABASE_URL: campus,
  DIRECT_DATABASE_URL: "",
  DATA_DIR: path.join(process.env.DATA_DIR ?? "", "campus"),
  npm_lifecycle_event: "",
};

const reset = (...args: string[]) => run(process.execPath, ["scripts/db-reset.mjs", ...args], { env });

const addresses = async () =>
  (await query<{ email: string }>(campus, "SELECT email FROM users")).map(({ email }) => email);

/** Calls what `up` and `db:reset` call. */
const embedded = (expression: string) =>
  run(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { fillDatabase, provideDatabase, assertDemoDatabase } from "./scripts/embedded/database.mjs"; await ${expression}`,
    ],
    { env },
  );

let mediaHost: Awaited<ReturnType<typeof openDemoMediaHost>>;
beforeAll(async () => {
  mediaHost = await openDemoMediaHost();
  env.CLOUDINARY_URL = mediaHost.url;
});
beforeEach(async () => {
  await create();
  rmSync(env.DATA_DIR ?? "", { recursive: true, force: true });
});
afterAll(async () => {
  await mediaHost.close();
  await drop();
});

const realPerson = () =>
  query(campus, "INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'asha.rao@mitsgwl.ac.in')");

describe("a database with people whom the demo did not create", () => {
  test("is dropped only by its name", async () => {
    await realPerson();
    expect(await failureOutput(reset())).toContain(
      `${name} was not created by the demo and holds 1 people: nothing was dropped.`,
    );
    expect(await failureOutput(reset("campus"))).toContain(`The database is ${name}, not campus`);
    expect(await addresses()).toEqual(["asha.rao@mitsgwl.ac.in"]);
    await reset(name);
    expect(await addresses()).toContain("aarav.sharma@mitsgwl.ac.in");
    expect(await addresses()).not.toContain("asha.rao@mitsgwl.ac.in");
    // This database is the demo's.
    await embedded("assertDemoDatabase()");
  });

  test("gets no volume for benchmarks either", async () => {
    await realPerson();
    expect(await failureOutput(runTypeScript(["scripts/seed.ts", "--users", "10"], { env }))).toContain(
      "was not created by the demo",
    );
    expect(await addresses()).toHaveLength(1);
  });
});

test("an empty database of your own gets no demo campus by default", async () => {
  await embedded('fillDatabase({ seeds: await provideDatabase("unused") })');
  expect(await addresses()).toEqual([]);
});
