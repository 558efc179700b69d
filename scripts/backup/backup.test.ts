import { hkdfSync, randomUUID } from "node:crypto";
import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { extract, type Header, pack } from "tar-stream";
import { deactivateAccount } from "@/lib/accounts/server/deactivate";
import { setCircle } from "@/lib/circles/server/circle";
import { deleteComment } from "@/lib/comments/server/delete";
import { deleteMessage } from "@/lib/messages/server/send";
import { suspendMember, switchOff } from "@/lib/moderation/server/operator";
import { setAge, setStaffRole } from "@/lib/moderation/server/staff";
import { fileRevocations } from "@/lib/personal-data/server/revocations";
import { db } from "@/lib/platform/db";
import { deletePost } from "@/lib/posts/server/delete";
import { setLike } from "@/lib/posts/server/like";
import { setBlock } from "@/lib/safety/server/block";
import { unpackArchive } from "@/scripts/backup/archive.mjs";
import { SIGNATURE, startSignature } from "@/scripts/backup/signature.mjs";
import { TRANSIENT_TABLES } from "@/scripts/backup/tables.mjs";
import { mediaFiles } from "@/scripts/backup/write.mjs";
import { DRIFT_SQL } from "@/scripts/cli/counter-drift";
import { run } from "@/scripts/cli/exec.mjs";
import { api } from "@/tests/api";
import { EMPTY_TEMPLATE, extraDatabase, failureOutput, query } from "@/tests/commands";
import { databaseOfWorker } from "@/tests/database";
import {
  createCase,
  createComment,
  createConversation,
  createMember,
  createMessage,
  createPost,
  createStaff,
  type Member,
} from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

/**
 * `npm run backup` and `npm run restore` as people run them, from one database and folder into
 * another.
 */

// Each test runs whole commands, which run others.
jest.setTimeout(120_000);

const SECRET = "5".repeat(64);
/** A caption with characters that a line-based format must escape. */
const CAPTION = "tab\tbreak\nback\\slash \\N and \u{1F600} #spring";
const home = process.env.DATA_DIR ?? "";
const away = path.join(home, "away");
const file = path.join(home, "campus.tar.gz");
const { url: targetUrl, create: createDatabase, drop: dropDatabase } = extraDatabase("restored");

/** The rows and constraints in `file`. */
let rows: Record<string, string[]> = {};
let constraints: unknown[] = [];
let userColumns: string[] = [];

beforeAll(async () => {
  await useTestDatabase();
  writeFileSync(path.join(home, "secret"), `${SECRET}\n`);
  await createData();
  await backup(file);
  rows = await rowsOf(databaseOfWorker());
  constraints = await constraintsOf(databaseOfWorker());
  const { tables } = await unpacked(file);
  userColumns = tables.find(({ name }) => name === "users")?.columns ?? [];
});

beforeEach(async () => {
  await createDatabase();
  rmSync(away, { recursive: true, force: true });
  mkdirSync(away);
});

afterAll(dropDatabase);

describe("a backup", () => {
  test("is readable only by its owner, and no temporary file is left", () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(home).filter((name) => name.includes("unfinished"))).toEqual([]);
    expect(readdirSync(path.join(home, "media/tmp"))).toEqual([]);
  });

  test("restores every row of every table, and the media", async () => {
    await createDatabase(EMPTY_TEMPLATE);
    await restore(file);
    expect(readdirSync(path.join(away, "media/tmp"))).toEqual([]);
    const tables = await rowsOf(targetUrl);
    expect(tables).toEqual(withoutTransient(rows));
    expect(await constraintsOf(targetUrl)).toEqual(constraints);
    for (const name of ["users", "media_assets", "posts", "likes", "comments", "follows", "notifications"]) {
      expect(tables[name]?.length).toBeGreaterThan(0);
    }
    expect(await filesBelow(path.join(away, "media"))).toEqual(await filesBelow(path.join(home, "media")));
  });

  test("never contains the secret that signs sessions", async () => {
    expect(readFileSync(path.join(home, "secret"), "utf8")).toBe(`${SECRET}\n`);
    expect(await entriesOf(file)).not.toContain("secret");
    expect(gunzipSync(readFileSync(file)).includes(SECRET)).toBe(false);
    await restore(file);
    expect(readFileSync(path.join(away, "secret"), "utf8")).not.toBe(`${SECRET}\n`);
  });

  test("is readable only with the secret key of its recipient", async () => {
    const [identity, other] = [await generateIdentity(), await generateIdentity()];
    const encrypted = path.join(home, "campus.tar.gz.age");
    const keyFile = path.join(home, "key.txt");
    writeFileSync(keyFile, `# created: today\n${identity}\n`);
    const output = await backup(encrypted, { BACKUP_RECIPIENT: await identityToRecipient(identity) });
    expect(output).toContain("It is encrypted to age1");
    expect(readFileSync(encrypted).includes(gzipSync("").subarray(0, 3))).toBe(false);

    await expect(unpacked(encrypted)).rejects.toThrow("is encrypted: name the file with its secret key");
    await expect(unpacked(encrypted, other)).rejects.toThrow("cannot be decrypted");
    await expect(unpacked(file, identity)).rejects.toThrow("is not encrypted, although");
    writeFileSync(`${encrypted}.cut`, readFileSync(encrypted).subarray(0, -1));
    await expect(unpacked(`${encrypted}.cut`, identity)).rejects.toThrow("damaged, cut off");
    const none = path.join(home, "none.tar.gz.age");
    expect(await failureOutput(backup(none, { BACKUP_RECIPIENT: "age1nonsense" }))).toContain(
      "must be a public key",
    );

    await restore(encrypted, "--identity", keyFile);
    expect((await rowsOf(targetUrl)).posts).toEqual(rows.posts);
  });

  test("is encrypted to a key that one command makes, and opened by it in a variable", async () => {
    const keyFile = path.join(home, "made.key");
    const makeKey = () => run(process.execPath, ["scripts/backup/new-key.mjs", keyFile], {});
    const [, recipient = ""] = /^BACKUP_RECIPIENT=(age1\w+)$/m.exec(await makeKey()) ?? [];
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(await failureOutput(makeKey())).toContain("The key was not written");
    const encrypted = path.join(home, "made.tar.gz.age");
    await backup(encrypted, { BACKUP_RECIPIENT: recipient });
    const BACKUP_IDENTITY = /^AGE-SECRET-KEY-.+$/m.exec(readFileSync(keyFile, "utf8"))?.[0] ?? "";
    expect(await check(encrypted, { BACKUP_IDENTITY, BACKUP_RECIPIENT: recipient })).toContain(
      "It can be restored",
    );
    expect(await failureOutput(check(file, { BACKUP_RECIPIENT: recipient }))).toContain("is not encrypted");
    expect(await failureOutput(restore(encrypted, "--identity", `${keyFile}.not`))).toContain(
      "cannot be read",
    );
  });

  test("is rehearsed in a database of its own", async () => {
    const before = await rowsOf(targetUrl);
    const output = await check(file);
    const people = rows.users?.length;
    expect(output).toContain(`It can be restored: ${people} people, ${rows.posts?.length} posts`);
    expect(await rowsOf(targetUrl)).toEqual(before);
    expect(readdirSync(away)).toEqual([]);
  });

  test("in a folder is named after the time, and as many as are wanted stay", async () => {
    const folder = path.join(home, "backups");
    mkdirSync(folder);
    // One of them is still being written.
    const others = ["campus-circle.tar.gz", "campus-circle-20250103T040000Z.tar.gz.unfinished-1"];
    const old = ["01", "02", "03"].map((day) => `campus-circle-202501${day}T030000Z.tar.gz`);
    const broken = `${old[0]}.unfinished-2`;
    for (const name of [...others, ...old, broken]) writeFileSync(path.join(folder, name), "");
    await backup(folder, {}, "--keep", "2");
    const names = readdirSync(folder).filter((name) => !others.includes(name));
    expect(names.sort()).toEqual([old[2], expect.stringMatching(/^campus-circle-20\d{6}T\d{6}Z\.tar\.gz$/)]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(others));
    expect(await failureOutput(backup(folder, {}, "--keep", "0"))).toContain("--keep takes a number");
    expect(await failureOutput(backup(`${folder}/one.tar.gz`, {}, "--keep", "2"))).toContain(
      "needs a folder",
    );
  });

  test("of a busy campus is a consistent snapshot", async () => {
    const busy = path.join(home, "busy.tar.gz");
    const [post, people] = [await createPost(), await Promise.all([1, 2, 3, 4].map(() => createMember()))];
    let done = false;
    const likes = people.map(async ({ viewer }) => {
      for (let liked = true; !done; liked = !liked) await setLike(viewer, post.id, liked);
    });
    await backup(busy);
    done = true;
    await Promise.all(likes);
    await restore(busy);
    expect(await query(targetUrl, DRIFT_SQL)).toEqual([]);
  });

  test("leaves out every table with rows that expire", async () => {
    const tables = await query<{ name: string }>(
      databaseOfWorker(),
      `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'expires_at'
       UNION SELECT conrelid::regclass::text FROM pg_constraint
         WHERE contype = 'f' AND confrelid::regclass::text = ANY('{${TRANSIENT_TABLES}}')`,
    );
    expect(TRANSIENT_TABLES).toEqual(expect.arrayContaining(tables.map(({ name }) => name)));
  });

  test("of a data folder without the media is rejected", async () => {
    const wrong = path.join(home, "wrong-folder.tar.gz");
    const message = await failureOutput(backup(wrong, { DATA_DIR: away }));
    expect(message).toContain(`The campus shows media, and ${away} has none`);
    expect(existsSync(wrong)).toBe(false);
  });

  test("removes what killed commands left behind hours ago", async () => {
    const tmp = path.join(away, "media/tmp");
    const old = new Date(Date.now() - 3 * 3_600_000);
    for (const name of ["backup-old", "restore-old", "backup-new", "incoming-old"]) {
      mkdirSync(path.join(tmp, name), { recursive: true });
      writeFileSync(path.join(tmp, name, "table"), "in clear");
      if (name.endsWith("old")) utimesSync(path.join(tmp, name), old, old);
    }
    await backup(path.join(home, "cloudinary.tar.gz"), {
      DATA_DIR: away,
      CLOUDINARY_URL: "cloudinary://key:secret@demo",
    });
    expect(readdirSync(tmp).sort()).toEqual(["backup-new", "incoming-old"]);
  });

  test("has no media of a bucket, and both ways say where they are", async () => {
    const S3_URL = "https://key:secret@s3.example.edu/media";
    const bucketFile = path.join(home, "bucket.tar.gz");
    expect(await backup(bucketFile, { DATA_DIR: away, S3_URL })).toContain("no media files");
    expect(await restore(bucketFile)).toContain("set the same CLOUDINARY_URL or S3_URL as before");
    await createDatabase();
    expect(await restoreWith({ S3_URL }, file, "--yes")).toContain("copy them into the bucket");
  });

  test("overwrites nothing", async () => {
    expect(await failureOutput(backup(file))).toContain("already exists");
  });

  test("lists no upload that is on its way, nor a folder that is removed meanwhile", () => {
    const folder = path.join(away, "media/campus-circle");
    for (const upload of ["stored", "removed"]) {
      mkdirSync(path.join(folder, upload), { recursive: true });
      writeFileSync(path.join(folder, upload, "facts.json"), "{}");
    }
    mkdirSync(path.join(away, "media/tmp/incoming"), { recursive: true });
    const list = fs.readdirSync;
    jest.spyOn(fs, "readdirSync").mockImplementation(((name: string, options: object) => {
      if (name.endsWith("removed")) rmSync(name, { recursive: true });
      expect(name).not.toContain("media/tmp");
      return list(name, options);
    }) as typeof list);
    expect(mediaFiles(away)).toEqual(["media/campus-circle/stored/facts.json"]);
  });

  test("of another app's database is rejected", async () => {
    await createDatabase(EMPTY_TEMPLATE);
    const nothing = path.join(home, "nothing.tar.gz");
    expect(await failureOutput(backup(nothing, { DATABASE_URL: targetUrl }))).toContain(
      "not a Campus Circle database",
    );
    expect(existsSync(nothing)).toBe(false);
  });
});

describe("a restore", () => {
  test.each([
    ["one that was changed", () => withAnotherAdmin(true), {}, "signed with another secret, or was changed"],
    ["one that is not signed", () => withAnotherAdmin(false), {}, "is not signed"],
    ["another campus's", () => wholeFile(), { BACKUP_SECRET: "6".repeat(64) }, "signed with another secret"],
    ["one with more behind its signature", () => extended(), {}, "comes after the signature"],
  ])("rejects %s", async (_what, make, env, message) => {
    const foreign = path.join(home, "foreign.tar.gz");
    writeFileSync(foreign, await make());
    const before = await rowsOf(targetUrl);
    expect(await failureOutput(restoreWith(env, foreign, "--yes"))).toContain(message);
    expect(await rowsOf(targetUrl)).toEqual(before);
  });

  test("of an unsigned one needs a flag, and names the staff before it changes anything", async () => {
    const foreign = path.join(home, "foreign.tar.gz");
    writeFileSync(foreign, await withAnotherAdmin(false));
    const before = await rowsOf(targetUrl);
    const output = await failureOutput(restoreWith({}, foreign, "--unverified"));
    expect(output).toMatch(/^ {2}admin {6}Asha \[31mRao <.+@.+>$/m);
    expect(output).toContain("pass --yes");
    expect(await rowsOf(targetUrl)).toEqual(before);
    expect(await restoreWith({}, foreign, "--unverified", "--yes")).toContain("Restored");
  });

  test("leaves room on the disk, whatever a small file unpacks to", async () => {
    const { bavail, bsize } = statfsSync(home);
    process.env.MEDIA_MIN_FREE_MB = String(Math.ceil((bavail * bsize) / 1024 ** 2));
    await expect(unpacked(file)).rejects.toThrow("There is no room to unpack");
    delete process.env.MEDIA_MIN_FREE_MB;
    await unpacked(file);
  });

  test("replaces people only with --replace", async () => {
    await addPerson();
    mkdirSync(path.join(away, "media/campus-circle/old"), { recursive: true });
    const before = await rowsOf(targetUrl);
    expect(await failureOutput(restore(file))).toContain("already contains people (1)");
    expect(await rowsOf(targetUrl)).toEqual(before);

    await restore(file, "--replace");
    expect(await rowsOf(targetUrl)).toEqual(withoutTransient(rows));
    expect(existsSync(path.join(away, "media/campus-circle/old"))).toBe(false);
  });

  test.each([
    "the database that it replaces",
    "a later release's database",
    "the file beside a lost database",
  ])("brings back neither deleted people nor undone bans, by %s", async (source) => {
    const [leaving, banned, forgiven, staying] = await Promise.all([1, 2, 3, 4].map(() => createMember()));
    if (!leaving || !banned || !forgiven || !staying) throw new Error("four members");
    const post = await createPost({ author: leaving });
    await suspendMember(forgiven.user, 30, "Too soon");
    const before = path.join(home, `before-${randomUUID()}.tar.gz`);
    await backup(before);
    await suspendMember(banned.user, undefined, "For good");
    const { id: undone } = await db().decision.findFirstOrThrow({ where: { personId: forgiven.id } });
    const admin = await createStaff("admin");
    const body = { reason: "It was someone else." };
    const { token } = admin;
    const undoing = await api.post(`/moderation/decisions/${undone}/undo`, { token, body });
    expect(undoing.status).toBe(200);
    await api.delete(`/auth/users/${leaving.id}`, { token: leaving.token });
    expect(await db().user.count({ where: { id: leaving.id } })).toBe(0);

    const list = path.join(home, "standing.jsonl");
    if (source.startsWith("the file")) writeFileSync(path.join(away, "standing.jsonl"), readFileSync(list));
    else await copyDatabase();
    if (source.startsWith("a later")) await upgradeDatabase();
    await restore(before, "--replace");

    const people = await query<{ id: string; is_active: boolean; suspended_at: Date | null }>(
      targetUrl,
      "SELECT id, is_active, suspended_at FROM users",
    );
    const found = (id: string) => people.find((person) => person.id === id);
    expect(found(leaving.id)).toBeUndefined();
    expect(await query(targetUrl, `SELECT id FROM posts WHERE id = '${post.id}'`)).toEqual([]);
    expect(found(banned.id)).toMatchObject({ is_active: false, suspended_at: expect.any(Date) });
    expect(found(forgiven.id)).toMatchObject({ is_active: true, suspended_at: null });
    expect(found(staying.id)).toMatchObject({ is_active: true, suspended_at: null });
    // A case that can be appealed and undone.
    const decisions = `SELECT outcome::text, undone_at FROM decisions WHERE person_id = '${banned.id}'`;
    expect(await query(targetUrl, decisions)).toEqual([{ outcome: "banned", undone_at: null }]);
  });

  test.each(["the database that it replaces", "the file beside a lost database"])(
    "takes again what was taken since, by %s",
    async (source) => {
      const [author, other, admin, moderator, minor, left] = [
        await createMember({ passwordHash: "old" }),
        await createMember({ passwordHash: "kept" }),
        await createStaff("admin"),
        await createStaff(),
        await createMember({ isAdult: true }),
        await createMember({ agreedVersion: "1", agreedAt: new Date() }),
      ];
      const posts = await Promise.all([1, 2, 3].map(() => createPost({ author })));
      const [removed, deleted, kept] = posts.map(({ id }) => id) as [string, string, string];
      const write = () => createComment({ post: { id: kept }, author });
      const comments = [await write(), await write(), await write()];
      const [withheldComment, deletedComment, keptComment] = comments as [string, string, string];
      const conversationId = await createConversation(author, other);
      const message = await createMessage({ conversationId, sender: author, text: "Not this" });
      const before = path.join(home, `taken-${randomUUID()}.tar.gz`);
      await backup(before);

      for (const [subject, subjectId] of [
        ["post", removed],
        ["comment", withheldComment],
      ] as const) {
        const caseId = await createCase({ subject, subjectId, person: author, reporter: other });
        const body = { outcome: "removed", reason: "This breaks the guidelines." };
        const decided = await api.post(`/moderation/cases/${caseId}/decision`, { token: admin.token, body });
        expect(decided.status).toBe(200);
      }
      await deletePost(author.viewer, deleted);
      await deleteComment(author.viewer, kept, deletedComment);
      await deleteMessage(author.viewer, conversationId, message);
      await setBlock(author.viewer, other.id, true);
      await db().user.update({ where: { id: author.id }, data: { passwordHash: "new" } });
      await setStaffRole(admin.viewer, moderator.id, null);
      await setAge(admin.viewer, minor.id, "minor");
      await deactivateAccount(left.viewer, left.id, { withdrawsConsent: true });
      await switchOff(other.user);

      if (source.startsWith("the file")) {
        await fileRevocations();
        writeFileSync(path.join(away, "standing.jsonl"), readFileSync(path.join(home, "standing.jsonl")));
      } else {
        await copyDatabase();
      }
      await restore(before, "--replace");

      const one = async (sql: string) => (await query<Record<string, unknown>>(targetUrl, sql))[0];
      const person = (id: string) => one(`SELECT * FROM users WHERE id = '${id}'`);
      expect(await one(`SELECT is_active, deleted_at FROM posts WHERE id = '${removed}'`)).toEqual({
        is_active: false,
        deleted_at: null,
      });
      // It can be appealed and undone.
      expect(
        await one(`SELECT d.outcome::text, c.subject::text FROM posts p JOIN decisions d ON d.id = p.decision_id
        JOIN moderation_cases c ON c.id = d.case_id WHERE p.id = '${removed}'`),
      ).toEqual({ outcome: "removed", subject: "post" });
      expect((await one(`SELECT is_active FROM posts WHERE id = '${deleted}'`))?.is_active).toBe(false);
      expect((await one(`SELECT is_active FROM posts WHERE id = '${kept}'`))?.is_active).toBe(true);
      expect(
        await query(
          targetUrl,
          `SELECT id, withheld_at IS NULL AS shown FROM comments WHERE post_id = '${kept}' AND author_id IS NOT NULL ORDER BY id`,
        ),
      ).toEqual(
        [
          { id: withheldComment, shown: false },
          { id: keptComment, shown: true },
        ].sort((a, b) => (a.id < b.id ? -1 : 1)),
      );
      expect(await one(`SELECT text, deleted_at FROM messages WHERE id = '${message}'`)).toEqual({
        text: "",
        deleted_at: expect.any(Date),
      });
      expect(await one(`SELECT blocked_id FROM blocks WHERE blocker_id = '${author.id}'`)).toEqual({
        blocked_id: other.id,
      });
      expect(await person(author.id)).toMatchObject({ password_hash: null, is_active: true });
      expect(await person(moderator.id)).toMatchObject({ staff_role: null, is_active: true });
      expect(await person(admin.id)).toMatchObject({ staff_role: "admin" });
      expect(await person(minor.id)).toMatchObject({ is_adult: false });
      expect(await person(left.id)).toMatchObject({ agreed_version: null, is_active: false });
      expect(await person(other.id)).toMatchObject({
        is_active: false,
        switched_off_at: expect.any(Date),
        password_hash: "kept",
      });
      expect(await query(targetUrl, DRIFT_SQL)).toEqual([]);
    },
  );

  test("replaces a database that a later release has changed", async () => {
    await upgradeDatabase();
    await query(targetUrl, "ALTER TABLE posts ADD COLUMN later text NOT NULL");
    expect(await failureOutput(restore(file))).toContain("a later release");
    expect(await query(targetUrl, "SELECT * FROM later_things")).toEqual([]);

    await restore(file, "--replace");
    expect(await rowsOf(targetUrl)).toEqual(withoutTransient(rows));
    expect(await constraintsOf(targetUrl)).toEqual(constraints);
  });

  test("says that there is no room, and rejects a file where a folder belongs", async () => {
    const archive = pack();
    for (const name of ["media/a", "media/a/b/c"]) archive.entry({ name }, "x");
    archive.finalize();
    const odd = path.join(home, "odd.tar.gz");
    writeFileSync(odd, gzipSync(await buffer(archive)));
    await expect(unpacked(odd)).rejects.toThrow("damaged, cut off or not a backup");
    jest.spyOn(fs, "mkdirSync").mockImplementation(() => {
      throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    });
    await expect(unpacked(file)).rejects.toThrow("There is no room to unpack");
  });

  test("continues the sequences", async () => {
    await restore(file);
    const next = "SELECT nextval('standing_changes_id_seq')::int AS next";
    expect(await query(targetUrl, next)).toEqual([{ next: 42 }]);
  });

  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ["half a file", () => wholeFile().subarray(0, middle()), "damaged, cut off"],
    ["a file without its last byte", () => wholeFile().subarray(0, -1), "damaged, cut off"],
    ["a file with a damaged byte", flipped, "damaged, cut off"],
    ["an empty file", () => Buffer.of(), "damaged, cut off"],
    ["another file", () => Buffer.from("not a backup"), "not a backup"],
    [
      "an archive that leads out of the media folder",
      () => repacked((name, content) => [name.replace("media/campus-circle/", "media/../"), content]),
      "does not belong in a backup",
    ],
    [
      "an archive without one of its media",
      () => repacked((name, content) => (name.endsWith("master.jpg") ? undefined : [name, content])),
      "media files",
    ],
    [
      "a table without one of its rows",
      () => repacked((name, content) => [name, name === "tables/likes.copy" ? "" : content]),
      "likes has 0 of the 1 rows",
    ],
    [
      "rows without those they belong to",
      () =>
        repacked((name, content) => [name, name.startsWith("tables/comments") ? orphaned(content) : content]),
      "comments_post_id_fkey",
    ],
    [
      "a backup with other tables",
      () => withManifest((manifest) => manifest.replace("_baseline", "_things_to_come")),
      "_things_to_come): restore it with that release",
    ],
    [
      "a table whose file is elsewhere",
      () => withManifest((manifest) => manifest.replace('"likes"', '"../../likes"')),
      "not a backup",
    ],
    [
      "a table that no backup has",
      () => withManifest((manifest) => manifest.replace('"likes"', '"sessions"')),
      "other tables than this release makes",
    ],
  ])("rejects %s and changes nothing", async (_what, make, message) => {
    await addPerson();
    writeFileSync(path.join(away, "secret"), `${"7".repeat(64)}\n`);
    mkdirSync(path.join(away, "media/campus-circle/old"), { recursive: true });
    const before = await rowsOf(targetUrl);
    const bad = path.join(home, "bad.tar.gz");
    writeFileSync(bad, await make());

    expect(await failureOutput(restore(bad, "--replace"))).toContain(message);

    expect(await rowsOf(targetUrl)).toEqual(before);
    expect(await constraintsOf(targetUrl)).toEqual(constraints);
    expect(readFileSync(path.join(away, "secret"), "utf8")).toBe(`${"7".repeat(64)}\n`);
    expect(readdirSync(path.join(away, "media/campus-circle"))).toEqual(["old"]);
  });
});

const wholeFile = () => readFileSync(file);
const middle = () => Math.floor(wholeFile().length / 2);

/** The backup with one byte changed. */
function flipped(): Buffer {
  const bytes = wholeFile();
  bytes[middle()] = (bytes[middle()] ?? 0) ^ 0xff;
  return bytes;
}

/**
 * People who posted, liked, commented, followed and were notified, and their pictures.
 */
async function createData(): Promise<void> {
  const [author, reader] = (await Promise.all([createMember(), createMember()])) as [Member, Member];
  const post = await createPost({ author, caption: CAPTION });
  await setLike(reader.viewer, post.id, true);
  await createComment({ post, author: reader, content: "Two\r\nlines" });
  await setCircle(reader.viewer, author.id, true);
  await createTransientRows(author);
  await query(databaseOfWorker(), "SELECT setval('standing_changes_id_seq', 41)");
  await storeFiles();
}

/** The files of every upload. */
async function storeFiles(): Promise<void> {
  for (const { publicId } of await db().mediaAsset.findMany({ select: { publicId: true } })) {
    const folder = path.join(home, "media", publicId);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "facts.json"), "{}");
    writeFileSync(path.join(folder, "master.jpg"), Buffer.alloc(100_000, publicId));
  }
}

/** Besides the sessions: a code, a rate limit's window, and a pending push. */
async function createTransientRows({ id, viewer }: Member): Promise<void> {
  const expiresAt = new Date(Date.now() + 600_000);
  await db().oneTimeCode.create({
    data: { id: randomUUID(), userId: id, codeHash: "hash", expiresAt },
  });
  await db().rateLimit.create({ data: { key: `like:${id}`, count: 3, expiresAt } });
  const { id: notificationId } = await db().notification.findFirstOrThrow({ where: { receiverId: id } });
  await db().pushSubscription.create({
    data: {
      id: randomUUID(),
      userId: id,
      sessionId: viewer.sessionId,
      endpoint: "https://push.example/1",
      p256dh: Buffer.alloc(65),
      auth: Buffer.alloc(16),
      messages: { create: { id: randomUUID(), notificationId, nextAttemptAt: expiresAt } },
    },
  });
}

/** Without what must not come back: sessions, codes, rate limits, pending pushes. */
function withoutTransient(tables: Record<string, string[]>): Record<string, string[]> {
  const transient = Object.fromEntries(TRANSIENT_TABLES.map((name) => [name, []]));
  return { ...tables, ...transient };
}

/** The target database, with all that this worker's database has now. */
async function copyDatabase(): Promise<void> {
  const now = path.join(home, `now-${randomUUID()}.tar.gz`);
  await backup(now);
  await createDatabase();
  await restore(now);
  rmSync(path.join(away, "standing.jsonl"), { force: true });
}

/** The target database as a later release would leave it. */
async function upgradeDatabase(): Promise<void> {
  await query(
    targetUrl,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ('later', 'later', '99990101000000_later', now(), 1)`,
  );
  await query(targetUrl, "CREATE TABLE later_things (id uuid PRIMARY KEY REFERENCES users (id))");
}

/** Adds a person to the target database. */
async function addPerson(): Promise<void> {
  const email = `${randomUUID()}@mitsgwl.ac.in`;
  await query(
    targetUrl,
    `INSERT INTO users (id, email, name) VALUES (gen_random_uuid(), '${email}', 'Asha Rao')`,
  );
}

/** The comments, moved to a post that is not in the backup. */
const orphaned = (content: string) =>
  content.replace(/^(\S+)\t\S+/gm, "$1\t00000000-0000-4000-8000-000000000000");

/** What `settings` sign with. */
const KEY = Buffer.from(hkdfSync("sha256", SECRET, "campus-circle", "backup", 32));

const settings = {
  BACKUP_SECRET: SECRET,
  NEXTAUTH_SECRET: "",
  CLOUDINARY_URL: "",
  S3_URL: "",
  npm_lifecycle_event: "",
};

function backup(to: string, env: Record<string, string> = {}, ...flags: string[]): Promise<string> {
  return run(process.execPath, ["scripts/backup.mjs", to, ...flags], {
    env: { ...process.env, ...settings, ...env },
  });
}

const restore = (from: string, ...flags: string[]) => restoreWith({}, from, "--yes", ...flags);

function restoreWith(env: Record<string, string>, from: string, ...flags: string[]): Promise<string> {
  return run(process.execPath, ["scripts/restore.mjs", from, ...flags], {
    env: { ...process.env, ...settings, DATABASE_URL: targetUrl, DATA_DIR: away, ...env },
  });
}

/** A rehearsal, which gets a database and a folder that it must not touch. */
const check = (from: string, env: Record<string, string> = {}) =>
  run(process.execPath, ["scripts/restore.mjs", from, "--check"], {
    env: { ...process.env, ...settings, DATABASE_URL: targetUrl, DATA_DIR: away, ...env },
  });

/** The backup repacked, each entry changed or left out, and signed again unless `sign` is false. */
async function repacked(
  change: (name: string, content: string) => [string, string] | undefined,
  sign = true,
  more?: string,
): Promise<Buffer> {
  const signature = startSignature(KEY);
  const [from, to] = [extract(), pack()];
  from.end(gunzipSync(readFileSync(file)));
  for await (const entry of from) {
    const header: Header = entry.header;
    const changed = change(header.name, (await buffer(entry)).toString("latin1"));
    if (!changed) continue;
    const [name, content] = [changed[0], Buffer.from(changed[1], "latin1")];
    if (name !== SIGNATURE) await buffer(signature.entry(name, content.length)(streamOf(content)));
    to.entry({ name }, name === SIGNATURE && sign ? signature.digest() : content);
  }
  if (more) to.entry({ name: more }, "x");
  to.finalize();
  return gzipSync(await buffer(to));
}

/** The backup with an admin who was none, by someone who doesn't know the secret. */
const withAnotherAdmin = (sign: boolean) =>
  repacked((name, content) => {
    if (name === SIGNATURE && !sign) return undefined;
    return [name, name === "tables/users.copy" ? promoted(content) : content];
  }, false);

/** The people. The first is an admin now, with a name that a terminal would obey. */
function promoted(content: string): string {
  const [first = "", ...others] = content.split("\n");
  const values = first.split("\t");
  values[userColumns.indexOf("staff_role")] = "admin";
  values[userColumns.indexOf("name")] = "Asha \u001b[31mRao";
  return [values.join("\t"), ...others].join("\n");
}

const extended = () => repacked((name, content) => [name, content], true, "media/campus-circle/more");

const withManifest = (change: (manifest: string) => string) =>
  repacked((name, content) => [name, name === "manifest.json" ? change(content) : content]);

async function* streamOf(content: Buffer) {
  yield content;
}

/** The names in a backup. */
async function entriesOf(backupFile: string): Promise<string[]> {
  const names: string[] = [];
  const from = extract();
  from.end(gunzipSync(readFileSync(backupFile)));
  for await (const entry of from) {
    names.push(entry.header.name);
    entry.resume();
  }
  return names;
}

/** Unpacks a backup into a folder of its own. */
const unpacked = (backupFile: string, identity?: string) =>
  unpackArchive(backupFile, path.join(home, randomUUID()), {
    identity,
    isEncrypted: identity !== undefined,
    key: KEY,
  });

/** Every row of every table but the record of migrations, as text. */
async function rowsOf(url: string): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    url,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1",
  );
  const rowsByTable: Record<string, string[]> = {};
  for (const { name } of tables) {
    const all = await query<{ row: string }>(url, `SELECT t::text AS row FROM "${name}" t ORDER BY 1`);
    rowsByTable[name] = all.map(({ row }) => row);
  }
  return rowsByTable;
}

/** Constraints, indexes and triggers with their state. */
const constraintsOf = (url: string) =>
  query(
    url,
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS rule FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT tgrelid::regclass::text, tgname, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
     ORDER BY 1, 2, 3`,
  );

/** The content of every file below a folder, by its path there. */
async function filesBelow(folder: string): Promise<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map((entry) => {
      const full = path.join(entry.parentPath, entry.name);
      return [path.relative(folder, full), readFileSync(full, "base64")];
    }),
  );
}
