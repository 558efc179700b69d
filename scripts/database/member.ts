import path from "node:path";
import { parseArgs } from "node:util";
import { CliError } from "../cli/cli-error.mjs";
import { readLaunchEnvironment } from "../cli/environment.mjs";
import { runCli } from "../cli/run-cli.mjs";
import { runningEmbeddedDatabase } from "../embedded/local-database.mjs";
import { readOrCreateSecret } from "../embedded/secret.mjs";

/**
 * `npm run member`: who moderates, and what has to be done before anyone does. Works on
 * DATABASE_URL or the database of the app running here. All of it is in the log of moderation.
 */

const USAGE = `npm run member -- cases   (reports and appeals that no one of the staff may decide)
npm run member -- show <email>
npm run member -- role <email> moderator|admin|none
npm run member -- suspend <email> --days 1|3|7|14|30 --reason "…"   (for good: --days forever)
npm run member -- deactivate <email>   (hidden until: activate <email>)`;

const COMMANDS = ["cases", "show", "role", "suspend", "deactivate", "activate"] as const;

await runCli(async () => {
  const { command, email, role, days, reason } = readArguments();
  const { dataDir } = readLaunchEnvironment();
  const embedded = process.env.DATABASE_URL ? undefined : runningEmbeddedDatabase(dataDir);
  if (!process.env.DATABASE_URL && !embedded) {
    throw new CliError("There is no database: start the app (npm run up), or set DATABASE_URL.");
  }
  if (embedded) {
    Object.assign(process.env, {
      DATABASE_URL: embedded,
      DIRECT_DATABASE_URL: embedded,
      DATA_DIR: dataDir,
      EMBEDDED: "1",
      NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || readOrCreateSecret(path.join(dataDir, "secret")),
    });
  }
  // Imported after the environment is set, because these modules read it.
  const operator = await import("@/lib/moderation/server/operator");
  const { disconnect } = await import("@/lib/platform/db-connections");
  const { finishWork } = await import("@/lib/platform/after-response");
  const { flushChanges } = await import("@/lib/platform/realtime");
  try {
    if (command === "cases") {
      const cases = await operator.listStranded();
      if (cases.length > 0) console.table(cases);
      console.log(
        cases.length > 0
          ? "Another admin decides them: npm run member -- role <email> admin"
          : "There is nothing that no one of the staff may decide.",
      );
      return;
    }
    const user = await operator.findByEmail(email);
    if (!user) throw new CliError(`No one has signed up with ${email}.`);
    switch (command) {
      case "show":
        console.table(await operator.describeMember(user));
        break;
      case "role":
        await operator.giveRole(user, role);
        console.log(
          `${user.name} ${role ? `is ${role === "admin" ? "an admin" : "a moderator"}` : "has no role"} now.`,
        );
        break;
      case "suspend":
        if (!user.isActive)
          throw new CliError(`${user.name} is hidden already: npm run member -- show ${email}`);
        await operator.suspendMember(user, days, reason);
        console.log(
          `${user.name} is ${days ? `suspended for ${days} days` : "banned"}. It can be undone in /moderation.`,
        );
        break;
      case "deactivate":
        await operator.switchOff(user);
        console.log(`${user.name} is hidden and logged out. Back: npm run member -- activate ${email}`);
        break;
      case "activate":
        if (operator.isBanned(user)) throw new CliError(`${user.name} is banned: undo that in /moderation.`);
        if (user.deactivatedAt) {
          throw new CliError(`${user.name} deactivated the account: logging in brings it back.`);
        }
        await operator.switchOn(user);
        console.log(`${user.name} is shown again.`);
        break;
    }
    await Promise.all([finishWork(), flushChanges()]);
  } finally {
    await disconnect();
  }
});

type Days = 1 | 3 | 7 | 14 | 30;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { days: { type: "string" }, reason: { type: "string" } },
    });
    const [name, email, roleName, ...others] = positionals;
    const command = COMMANDS.find((known) => known === name);
    const isComplete = command === "cases" ? !email : email;
    if (!command || !isComplete || others.length > 0) throw new Error("What should be done, and for whom?");
    if (roleName !== undefined && command !== "role") throw new Error(`"${roleName}" is one word too many.`);
    return {
      command,
      email: email ?? "",
      role: readRole(command, roleName),
      ...readSuspension(command, values),
    };
  } catch (error) {
    throw new CliError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

function readRole(command: string, name: string | undefined): "moderator" | "admin" | null {
  if (command !== "role" || name === "none") return null;
  if (name === "moderator" || name === "admin") return name;
  throw new Error("The role is moderator, admin or none.");
}

function readSuspension(
  command: string,
  { days, reason = "" }: { days?: string; reason?: string },
): { days: Days | undefined; reason: string } {
  if (command !== "suspend") return { days: undefined, reason: "" };
  if (!days || !/^(1|3|7|14|30|forever)$/.test(days))
    throw new Error("--days is 1, 3, 7, 14, 30 or forever.");
  if (reason.trim().length < 10 || reason.length > 1_000) {
    throw new Error("--reason is what the person reads: 10 to 1,000 characters.");
  }
  return { days: days === "forever" ? undefined : (Number(days) as Days), reason: reason.trim() };
}
