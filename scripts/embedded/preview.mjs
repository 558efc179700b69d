import { CliError } from "../cli/cli-error.mjs";
import { countOthers, fillDatabase } from "./database.mjs";
import { directDatabaseUrl } from "./local-database.mjs";

/**
 * Whether this is a preview: a deployment of a branch, with a demo campus that everyone who has the
 * outbox's password can sign in to. lib/platform/env.ts rejects the setting anywhere but on
 * Vercel's previews.
 */
export const isPreview = () =>
  process.env.VERCEL_ENV === "preview" && /^(1|true)$/.test(process.env.PREVIEW ?? "");

/**
 * Migrates the preview's database and puts the demo campus into an empty one.
 * @throws {CliError} for a database with people whom the demo did not create: a preview would
 *   migrate them by the code of a branch, and its outbox would sign anyone in as any of them
 */
export async function providePreviewDatabase() {
  const url = directDatabaseUrl() ?? "";
  const others = await countOthers(url);
  if (others > 0) {
    throw new CliError(
      `The database of this preview holds people whom the demo did not create (${others}): give previews a database of their own.`,
    );
  }
  await fillDatabase({ seeds: true });
}
