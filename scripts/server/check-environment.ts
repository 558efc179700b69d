import { CampusFileError } from "@/lib/campus/schema";
import { EnvError, readEnv } from "@/lib/platform/env";

/**
 * Prints one line about what is wrong with the environment or the campus file and exits 1; silent
 * when both are valid.
 */
try {
  readEnv(process.env);
  // Reads the file as it is imported, and so does what imports the product.
  await import("@/lib/campus/server/campus");
  const { LIMIT_NAMES, limitOf } = await import("@/lib/platform/rate-limit");
  for (const name of LIMIT_NAMES) limitOf(name);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(
    error instanceof EnvError || error instanceof CampusFileError
      ? error.message
      : `Invalid environment: ${error.message}`,
  );
  process.exitCode = 1;
}
