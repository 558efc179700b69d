import { CampusFileError } from "@/lib/campus/schema";
import { EnvError, readEnv } from "@/lib/platform/env";
import { LIMIT_NAMES, limitOf } from "@/lib/platform/limits";

/**
 * @returns one line about what is wrong with the environment or the campus file; undefined when
 *   both are valid
 */
export async function findProblem(): Promise<string | undefined> {
  try {
    readEnv(process.env);
    // Reads the file as it is imported, and so does what imports the product.
    await import("@/lib/campus/server/campus");
    for (const name of LIMIT_NAMES) limitOf(name);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isNamed = error instanceof EnvError || error instanceof CampusFileError;
    return isNamed ? error.message : `Invalid environment: ${error.message}`;
  }
}
