import { symlink } from "node:fs/promises";
import { basename } from "node:path";
import type { Client } from "pg";
import { departments, programmes } from "@/lib/campus/server/campus";
import { assetDir } from "@/lib/platform/media/storage-disk";
import { hashtagsOf } from "@/lib/posts/policy";
import { COLLEGES } from "@/lib/product";
import type { SeedPost } from "./posts";
import { MESSAGES } from "./volume-messages";
import { VOLUME_FIRST_NAMES, VOLUME_LAST_NAMES } from "./volume-names";
import { MAKE_CIRCLES, MAKE_PEOPLE, PLAN, PLAN_COMMENTS, PLAN_LIKES, PLAN_POSTS, WRITES } from "./volume-sql";

/**
 * A large campus for benchmarks: people, posts, likes with their notifications, comments, circles
 * and messages, generated inside PostgreSQL in one transaction. Rows look as the app would have
 * written them, and every counter matches its rows. The pictures are links to the demo's.
 */

/** `likes`: a post has so many on average. Without `pictures`, the posts' files do not exist. */
export type Volume = { users: number; posts: number; likes: number; messages: number; pictures: boolean };

/** The material: posts to repeat, and the public ids of the pictures they show. */
export type Material = { posts: SeedPost[]; publicIds: string[] };

/** Called after each step with the number of rows it wrote. */
export type Report = (step: string, rows: number) => void;

/** Adds so many people, posts and, roughly, messages. Throws when their material is missing. */
export async function seedVolume(
  client: Client,
  { users, posts, likes, messages, pictures }: Volume,
  material: Material,
  report: Report,
): Promise<void> {
  const run = async (step: string, sql: string, values: unknown[] = []) =>
    report(step, (await client.query(sql, values)).rowCount ?? 0);
  await client.query("BEGIN");
  try {
    await skipForeignKeys(client);
    const [{ code }] = COLLEGES;
    const codes = [departments(code), programmes(code)].map((list) => list.map((entry) => entry.code));
    await run("people", MAKE_PEOPLE, [users, VOLUME_FIRST_NAMES, VOLUME_LAST_NAMES, ...codes]);
    await client.query(PLAN);
    await prepare(client, posts, material);
    await client.query(PLAN_POSTS, [posts, JSON.stringify(captionsOf(material))]);
    await client.query(PLAN_COMMENTS, [
      material.posts.flatMap(({ comments }) => comments.map(({ text }) => text)),
    ]);
    await run("likes drawn", PLAN_LIKES, [likes]);
    for (const [step, sql] of WRITES) await run(step, sql);
    for (const [step, sql] of MAKE_CIRCLES) await run(step, sql);
    if (messages > 0)
      for (const [step, sql, needsCount] of MESSAGES) await run(step, sql, needsCount ? [messages] : []);
    if (pictures) report("pictures", await linkPictures(client));
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
  await client.query("ANALYZE");
}

/**
 * Every row refers to rows drawn from the database, so nothing is left for foreign keys to find,
 * and they would take most of the time. Only a superuser may switch them off, as the embedded
 * database's user is.
 */
async function skipForeignKeys(client: Client): Promise<void> {
  await client.query(
    `SELECT set_config('session_replication_role', 'replica', true) FROM pg_roles
    WHERE rolname = current_user AND rolsuper`,
  );
}

const captionsOf = ({ posts }: Material) =>
  posts.map(({ text }) => ({ caption: text, hashtags: hashtagsOf(text) }));

/** Lists the pictures to show, and checks that posts will have authors and pictures. */
async function prepare(client: Client, posts: number, { publicIds }: Material): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO pictures SELECT row_number() OVER (), public_id FROM media_assets WHERE public_id = ANY($1::text[])`,
    [publicIds],
  );
  if (posts === 0) return;
  if (!rowCount) throw new Error("The demo's pictures are not in this database, and posts need pictures.");
  const people = await client.query("SELECT FROM people LIMIT 1");
  if (people.rowCount === 0) throw new Error("Posts need people: pass --users too.");
}

/** Links created concurrently. */
const CONCURRENCY = 32;

/**
 * Links each new public id to the files of the picture it shows: 100,000 copies would fill the
 * disk.
 */
async function linkPictures(client: Client): Promise<number> {
  const { rows } = await client.query<{ public_id: string; shown: string }>(
    "SELECT d.public_id, p.public_id AS shown FROM planned d JOIN pictures p ON p.number = d.picture",
  );
  const queue = rows.values();
  const worker = async () => {
    for (const { public_id: publicId, shown } of queue)
      await symlink(basename(shown), assetDir(publicId), "dir");
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return rows.length;
}
