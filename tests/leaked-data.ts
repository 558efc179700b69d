import { db } from "@/lib/platform/db";

/** Tables in which any of the words occurs in any column: where a deleted person left a trace. */
export async function findLeaks(words: string[]): Promise<string[]> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db().$queryRawUnsafe<{ text: string }[]>(
      `SELECT row_to_json(t)::text AS text FROM ${name} t WHERE row_to_json(t)::text ILIKE ANY($1::text[])`,
      words.map((word) => `%${word}%`),
    );
    if (rows.length > 0) found.push(`${name}: ${rows.map((row) => row.text).join(" ")}`);
  }
  return found;
}
