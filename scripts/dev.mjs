import { runCli } from "./cli/run-cli.mjs";
import { launchEmbedded, readSeedOption } from "./embedded/launch.mjs";

/** `npm run dev`: the embedded database, and Next.js with hot reloading. */
await runCli(async () => {
  const seed = readSeedOption();
  const { port, host, dataDir, outbox } = await launchEmbedded({ listens: true });

  const { provideDatabase, fillDatabase } = await import("./embedded/database.mjs");
  const embedded = await provideDatabase(dataDir);
  await fillDatabase({ seeds: embedded || seed });

  console.log(
    `\nMails are at ${outbox}\nModerators: kabir.rao@mitsgwl.ac.in, and as an admin ananya.singh@mitsgwl.ac.in\n`,
  );
  const { run } = await import("./cli/exec.mjs");
  const next = ["node_modules/.bin/next", "dev", "--port", String(port), "--hostname", host];
  await run(process.execPath, next, { env: { ...process.env, NODE_ENV: "development" }, show: true });
});
