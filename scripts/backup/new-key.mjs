import { writeFileSync } from "node:fs";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { CliError } from "../cli/cli-error.mjs";
import { runCli } from "../cli/run-cli.mjs";

/**
 * `node scripts/backup/new-key.mjs <file>`: writes a new secret key for backups, as `age-keygen`
 * would, and prints the public one as a line for .env. Run it anywhere but on the server.
 */
await runCli(async () => {
  const [file, ...others] = process.argv.slice(2);
  if (!file || others.length > 0) throw new CliError("node scripts/backup/new-key.mjs <file>");
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  try {
    writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw new CliError(`The key was not written: ${error instanceof Error ? error.message : error}.`);
  }
  console.log(`BACKUP_RECIPIENT=${recipient}`);
});
