import { EnvError, readEnv } from "@/lib/platform/env";
import { LIMIT_NAMES, limitOf } from "@/lib/platform/rate-limit";

/**
 * Prints one line about what is wrong with the environment and exits 1; silent when it is valid.
 */
try {
  readEnv(process.env);
  for (const name of LIMIT_NAMES) limitOf(name);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error instanceof EnvError ? error.message : `Invalid environment: ${error.message}`);
  process.exitCode = 1;
}
