import { mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { CliError } from "./cli/cli-error.mjs";
import { DRIFT_SQL } from "./cli/counter-drift";
import { readLaunchEnvironment } from "./cli/environment.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { directDatabaseUrl, isLocalDatabase, runningEmbeddedDatabase } from "./embedded/local-database.mjs";
import { isPreview } from "./embedded/preview.mjs";
import { readOrCreateSecret } from "./embedded/secret.mjs";

/**
 * `npm run seed`: puts the demo campus into an empty database. `npm run seed -- --users 5000
 * --posts 100000` also adds volume for benchmarks, as often as you like, with `--likes 10` likes a
 * post on average and `--messages 100000` messages; `--no-pictures` leaves out the posts' files.
 * `--once`: does nothing when there are people already. Works on DATABASE_URL or the database of
 * the app running here; never on a database of another machine, but for a preview's.
 */

const USAGE =
  "npm run seed -- [--once] [--users <number>] [--posts <number>] [--likes <number>] [--messages <number>] [--no-pictures]";

await runCli(async () => {
  const { once, volume } = readArguments();
  const { dataDir } = readLaunchEnvironment();
  const url = process.env.DATABASE_URL || runningEmbeddedDatabase(dataDir);
  if (!url) throw new CliError("There is no database: start the app (npm run up), or set DATABASE_URL.");
  const direct = process.env.DATABASE_URL ? (directDatabaseUrl() ?? url) : url;
  if (!isPreview() && (!isLocalDatabase(url) || !isLocalDatabase(direct))) {
    throw new CliError("DATABASE_URL is not on this machine: demo data goes only into a local database.");
  }
  mkdirSync(dataDir, { recursive: true });
  Object.assign(process.env, {
    DATABASE_URL: url,
    DIRECT_DATABASE_URL: direct,
    DATA_DIR: dataDir,
    EMBEDDED: isPreview() ? "" : process.env.EMBEDDED || "1",
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || readOrCreateSecret(path.join(dataDir, "secret")),
  });
  // Imported after the environment is set, because these modules read it.
  const { seedDemo, demoMaterial, isDemo } = await import("@/prisma/seed/demo");
  const { disconnect } = await import("@/lib/platform/db-connections");
  try {
    const demo = await timed(seedDemo);
    if (demo.result)
      console.log(`${demo.result.users} people and ${demo.result.posts} posts, ${demo.duration}`);
    else if (once || volume) console.log("There are people already: nothing to do");
    else
      throw new CliError(
        "There are people already. `npm run db:reset` empties the database and seeds it again.",
      );
    if (volume && !(await isDemo())) {
      throw new CliError(
        "The database was not created by the demo: volume for benchmarks cannot be added to it.",
      );
    }
    if (volume) await addVolume(direct, volume, demoMaterial());
  } finally {
    await disconnect();
  }
});

type Volume = import("@/prisma/seed/volume").Volume;

function readArguments(): { once: boolean; volume: Volume | undefined } {
  try {
    const { values } = parseArgs({
      options: {
        once: { type: "boolean" },
        users: { type: "string" },
        posts: { type: "string" },
        likes: { type: "string", default: "10" },
        messages: { type: "string" },
        "no-pictures": { type: "boolean", default: false },
      },
    });
    const { once = false, users, posts, likes, messages, "no-pictures": noPictures } = values;
    const volume =
      users === undefined && posts === undefined && messages === undefined
        ? undefined
        : {
            users: parseCount(users),
            posts: parseCount(posts),
            likes: parseCount(likes),
            messages: parseCount(messages),
            pictures: !noPictures,
          };
    return { once, volume };
  } catch (error) {
    throw new CliError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

function parseCount(text = "0"): number {
  if (!/^\d{1,7}$/.test(text)) throw new Error(`"${text}" is not a valid count.`);
  return Number(text);
}

async function addVolume(
  url: string,
  volume: Volume,
  material: import("@/prisma/seed/volume").Material,
): Promise<void> {
  const { seedVolume } = await import("@/prisma/seed/volume");
  const { mediaHost } = await import("@/lib/platform/media");
  if (mediaHost().name !== "local" || process.env.S3_URL)
    throw new CliError("A volume needs media on this disk: unset CLOUDINARY_URL and S3_URL.");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let began = performance.now();
    const { duration } = await timed(() =>
      seedVolume(client, volume, material, (step, rows) => {
        console.log(`  ${step}: ${rows.toLocaleString("en")}, ${seconds(performance.now() - began)}`);
        began = performance.now();
      }),
    );
    const { rows: wrong } = await client.query(DRIFT_SQL);
    if (wrong.length > 0) throw new Error(`Counters are wrong: ${JSON.stringify(wrong.slice(0, 3))}`);
    const { users, posts, messages } = volume;
    console.log(
      `${users} people, ${posts} posts and some ${messages} messages more, every counter verified, ${duration}`,
    );
  } finally {
    await client.end();
  }
}

async function timed<T>(act: () => Promise<T>): Promise<{ result: T; duration: string }> {
  const began = performance.now();
  const result = await act();
  return { result, duration: seconds(performance.now() - began) };
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
