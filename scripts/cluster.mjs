import { mkdirSync } from "node:fs";
import path from "node:path";
import { CliError } from "./cli/cli-error.mjs";
import { ROOT, readLaunchEnvironment } from "./cli/environment.mjs";
import { runTypeScript } from "./cli/exec.mjs";
import { ensureInstalled } from "./cli/install.mjs";
import { acquireLock } from "./cli/lock.mjs";
import { requireNode } from "./cli/node-version.mjs";
import { isPortFree } from "./cli/ports.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { stopAll, stopOnSignals } from "./cli/shutdown.mjs";
import { step } from "./cli/steps.mjs";

/**
 * `npm run cluster`: two instances of the product behind nginx, with PgBouncer, PostgreSQL and a
 * streaming replica. `-- --check` tries what must hold over several instances, `-- --bench` prints
 * figures for docs/figures.md. Modules that need packages are imported after the installation.
 */

const USAGE = "npm run cluster -- [--check | --bench]";

await runCli(async () => {
  requireNode();
  const [option = "", ...others] = process.argv.slice(2);
  if (!["", "--check", "--bench"].includes(option) || others.length > 0) throw new CliError(USAGE);
  const { port } = readLaunchEnvironment();
  stopOnSignals(option === "" ? 0 : 1);
  if (option === "" && !(await isPortFree(port, "127.0.0.1"))) {
    throw new CliError(`Port ${port} is taken: stop what uses it, or set PORT to another one.`);
  }
  const dataDir = path.join(ROOT, ".data-cluster");
  mkdirSync(dataDir, { recursive: true });
  if (!(await acquireLock(dataDir))) throw new CliError("The instances already run: stop them first.");
  await step("Install packages", ensureInstalled);
  const { ensureBuilt } = await import("./build.mjs");
  await step("Build", ensureBuilt);
  const { startCluster } = await import("./cluster/start.mjs");

  if (option === "--check") {
    const { CHECK_SETTINGS, checkCluster } = await import("./cluster/check.mjs");
    const passed = await checkCluster(
      await startCluster(dataDir, { settings: CHECK_SETTINGS, durable: false }),
    );
    await stopAll();
    console.log(`${passed} passed`);
  } else if (option === "--bench") {
    const { benchCluster } = await import("./cluster/bench.mjs");
    await benchCluster(dataDir);
    await stopAll();
  } else {
    const { address, instances, env } = await startCluster(dataDir, { port });
    await step("Seed the demo campus", async () => {
      await runTypeScript(["scripts/seed.ts", "--once"], { env });
    });
    console.log(`
Campus Circle runs twice: ${instances.map((instance) => instance.address).join(" and ")}, behind ${address}

  Sign in as  aarav.sharma@mitsgwl.ac.in  or  ishita.verma@mitsgwl.ac.in
  Read codes  ${address}/dev/outbox
  Logs        ${path.join(dataDir, "instances.log")}
  Stop        Ctrl-C
`);
  }
});
