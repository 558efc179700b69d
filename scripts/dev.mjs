import { demoDomain } from "./cli/campus.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { onStop } from "./cli/shutdown.mjs";
import { launchEmbedded, readSeedOption } from "./embedded/launch.mjs";

/** `npm run dev`: the embedded database, and Next.js with hot reloading. */
await runCli(async () => {
  const seed = readSeedOption();
  const { port, host, dataDir, outbox } = await launchEmbedded({ listens: true });

  const { provideDatabase, fillDatabase } = await import("./embedded/database.mjs");
  const embedded = await provideDatabase(dataDir);
  await fillDatabase({ seeds: embedded || seed });
  const { provideGoogle } = await import("./embedded/google-issuer.mjs");
  onStop(await provideGoogle());

  const domain = demoDomain();
  console.log(
    `\nMails are at ${outbox}\nModerators: kabir.rao@${domain}, and as an admin ananya.singh@${domain}\n`,
  );
  const { run } = await import("./cli/exec.mjs");
  const next = ["node_modules/.bin/next", "dev", "--port", String(port), "--hostname", host];
  await run(process.execPath, next, { env: { ...process.env, NODE_ENV: "development" }, show: true });
});
