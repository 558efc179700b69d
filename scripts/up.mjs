import { demoDomain } from "./cli/campus.mjs";
import { warnOfOldNode } from "./cli/node-version.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { onStop } from "./cli/shutdown.mjs";
import { step } from "./cli/steps.mjs";
import { launchEmbedded, readSeedOption } from "./embedded/launch.mjs";

/**
 * `npm run up`: everything from a fresh clone to the running product, with nothing but Node.
 * Modules that need packages are imported after the installation.
 */
await runCli(async () => {
  const began = performance.now();
  const seed = readSeedOption();
  const { port, host, dataDir, address, outbox } = await launchEmbedded({ listens: true });

  const { provideDatabase, fillDatabase } = await import("./embedded/database.mjs");
  const { ensureBuilt } = await import("./build.mjs");
  process.env.SKIP_TYPE_CHECK = "1";
  const seeds = (await provideDatabase(dataDir)) || seed;
  // The build has moments in which it leaves a core free.
  await Promise.all([step("Build", ensureBuilt), fillDatabase({ seeds })]);

  await step("Start the server", async () => {
    const { provideGoogle } = await import("./embedded/google-issuer.mjs");
    onStop(await provideGoogle());
    Object.assign(process.env, { NODE_ENV: "production" });
    const { serve } = await import("./server/serve.mjs");
    onStop(await serve({ port, host }));
  });

  const domain = demoDomain();
  warnOfOldNode();
  console.log(`
Campus Circle is ready after ${((performance.now() - began) / 1000).toFixed(1)} s: ${address}

  Sign in as  ${seeds ? `aarav.sharma@${domain}  or  ishita.verma@${domain}` : "anyone from the college (for demo people: npm run up -- --seed)"}
  Moderate    ${seeds ? `kabir.rao@${domain} (moderator)  or  ananya.singh@${domain} (admin)` : "npm run member"}
  Read codes  ${outbox}
  Stop        Ctrl-C
`);
});
