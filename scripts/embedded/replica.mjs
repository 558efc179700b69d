import { chownSync, copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { postgresBinaries } from "./binaries.mjs";
import { runAs } from "./cluster.mjs";
import { postgresUser } from "./os-user.mjs";
import { startPostgres } from "./postgres.mjs";

/**
 * A streaming replica of an embedded PostgreSQL, in `<data folder>/replica`. The package has no
 * pg_basebackup, so the files are copied while the primary knows that a backup is running.
 */

/** What pg_basebackup leaves out too: the primary's process, log and slots. */
const LEFT_OUT = ["postmaster.pid", "postmaster.opts"];
const EMPTIED = ["pg_wal", "pg_replslot"];
const SLOT = "replica";

/**
 * @param {string} dataDir the primary's
 * @param {string} primary a database's address on the primary
 * @param {Partial<Record<string, string>>} [settings] the primary's further PostgreSQL settings
 * @returns {ReturnType<typeof startPostgres>}
 */
export async function startReplica(dataDir, primary, settings) {
  const source = path.join(dataDir, "postgres");
  const replicaDir = path.join(dataDir, "replica");
  const target = path.join(replicaDir, "postgres");
  const user = postgresUser(dataDir, source, postgresBinaries().postgres);
  const give = (/** @type {string} */ file) => {
    if (user.uid !== undefined && user.gid !== undefined) chownSync(file, user.uid, user.gid);
  };
  // PostgreSQL's user must get through the folder above, so only the last one is closed to others.
  mkdirSync(replicaDir, { recursive: true });
  mkdirSync(target, { recursive: true, mode: 0o700 });
  give(target);
  copyFileSync(path.join(dataDir, "postgres-password"), path.join(replicaDir, "postgres-password"));

  const client = new pg.Client({ connectionString: primary });
  await client.connect();
  try {
    // The slot makes the primary keep its log until the replica has read it.
    await client.query("SELECT pg_create_physical_replication_slot($1, true)", [SLOT]);
    await client.query("SELECT pg_backup_start('replica', true)");
    runAs(user, ["cp", "-a", `${source}/.`, target]);
    const { rows } = await client.query("SELECT labelfile FROM pg_backup_stop(false)");
    const { hostname, port, username, password } = new URL(primary);
    const connection = `host=${hostname} port=${port} user=${username} password=${password}`;
    const files = {
      backup_label: rows[0].labelfile,
      "standby.signal": "",
      "postgresql.auto.conf": `primary_conninfo = '${connection}'\nprimary_slot_name = '${SLOT}'\nwal_receiver_timeout = '3s'\n`,
    };
    for (const name of LEFT_OUT) rmSync(path.join(target, name), { force: true });
    for (const folder of EMPTIED) {
      for (const name of readdirSync(path.join(target, folder)))
        rmSync(path.join(target, folder, name), { recursive: true });
    }
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(path.join(target, name), content, { mode: 0o600 });
      give(path.join(target, name));
    }
  } finally {
    await client.end();
  }
  return startPostgres(replicaDir, settings);
}
