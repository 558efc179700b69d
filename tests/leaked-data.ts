import { db } from "@/lib/platform/db";

/** The tables that contain any of the words, in any column: where deleted data is left over. */
export async function findLeaks(words: string[]): Promise<string[]> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      -- It keeps the ids of deleted accounts, so that a restore does not bring them back.
      AND table_name <> 'standing_changes'`;
  const leaks: string[] = [];
  for (const { name } of tables) {
    const rows = await db().$queryRawUnsafe<{ text: string }[]>(
      `SELECT row_to_json(t)::text AS text FROM ${name} t WHERE row_to_json(t)::text ILIKE ANY($1::text[])`,
      words.map((word) => `%${word}%`),
    );
    if (rows.length > 0) leaks.push(`${name}: ${rows.map((row) => row.text).join(" ")}`);
  }
  return leaks;
}
