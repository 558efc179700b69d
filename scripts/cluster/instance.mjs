import { readLaunchEnvironment } from "../cli/environment.mjs";
import { runCli } from "../cli/run-cli.mjs";
import { onStop, stopOnSignals } from "../cli/shutdown.mjs";
import { serve } from "../server/serve.mjs";

/** One instance of the built product, in embedded mode, on the database it is given. */
await runCli(async () => {
  const { port, host } = readLaunchEnvironment();
  stopOnSignals(0);
  onStop(await serve({ port, host }));
});
