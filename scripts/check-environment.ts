import { EnvError, readEnv } from "@/lib/platform/env";

/** Says in one line what is wrong with the environment, and fails; silent when it is right. */
try {
  readEnv(process.env);
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
