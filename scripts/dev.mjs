import { launchEmbedded } from "./embedded-launch.mjs";
import { runMain } from "./main.mjs";

/** `npm run dev`: the embedded database and Next.js with reloading. */
await runMain(async () => {
  const { port, host, dataDir, address } = await launchEmbedded({ listens: true });

  const { provideDatabase, fillDatabase } = await import("./embedded-database.mjs");
  await provideDatabase(dataDir);
  await fillDatabase();

  const { buildWorker } = await import("./worker.mjs");
  await buildWorker({ withBuild: false });

  console.log(`\nMails are at ${address}/dev/outbox\n`);
  const { run } = await import("./programs.mjs");
  const next = ["node_modules/next/dist/bin/next", "dev", "--port", String(port), "--hostname", host];
  await run(process.execPath, next, { env: { ...process.env, NODE_ENV: "development" }, show: true });
});
