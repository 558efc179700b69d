import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/generated/client/client";

/** The tables that contain any of the words, in any column: where deleted data is left over. */
export async function findLeaks(words: string[]): Promise<string[]> {
  const tables = await db().sql<{ name: string }>`
    SELECT quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      -- They have the ids of what was deleted, so that a restore does not bring it back.
      AND table_name NOT IN ('standing_changes', 'revocations')`;
  const leaks: string[] = [];
  for (const { name } of tables) {
    const rows = await db().sql<{ text: string }>`
      SELECT row_to_json(t)::text AS text FROM ${Prisma.raw(name)} t
      WHERE row_to_json(t)::text ILIKE ANY(${words.map((word) => `%${word}%`)}::text[])`;
    if (rows.length > 0) leaks.push(`${name}: ${rows.map((row) => row.text).join(" ")}`);
  }
  return leaks;
}
