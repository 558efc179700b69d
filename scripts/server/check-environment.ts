import { EnvError, readEnv } from "@/lib/platform/env";
import { LIMIT_NAMES, limitOf } from "@/lib/platform/rate-limit";

/** Says in one line what is wrong with the environment, and fails; silent when it is right. */
try {
  readEnv(process.env);
  for (const name of LIMIT_NAMES) limitOf(name);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error instanceof EnvError ? error.message : `The environment is not right: ${error.message}`);
  process.exitCode = 1;
}
