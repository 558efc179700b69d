import "server-only";
import { createHash } from "node:crypto";
import type { QueryConfig, QueryResult } from "pg";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Runs SQL where Prisma's model calls have no word for it, and returns the rows. The driver sends
 * it itself, without Prisma's engine (docs/decisions/0023), so rows hold what the driver makes of
 * PostgreSQL's types: an `int8` is a string.
 */
export type SqlTag = <Row = unknown>(
  query: TemplateStringsArray | Prisma.Sql,
  ...values: unknown[]
) => Promise<Row[]>;

type Connection = { query(query: QueryConfig): Promise<QueryResult> };

/**
 * The tag that runs SQL on what `connection` returns. `areNamed`: statements get names, so that
 * PostgreSQL parses and plans each one only once a connection.
 */
export const sqlOn =
  (connection: () => Connection, areNamed: boolean): SqlTag =>
  async <Row>(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
    const statement = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values);
    const { text } = statement;
    const name = areNamed ? statementName(text) : "";
    const result = await connection().query({ text, values: statement.values, ...(name && { name }) });
    return result.rows as Row[];
  };

const names = new Map<string, string>();

/**
 * A stable name for a statement. An empty name means unnamed: for Prisma's value lists, whose text
 * varies with their length, and for every statement after the first 2,000.
 */
export function statementName(text: string): string {
  const cached = names.get(text);
  if (cached) return cached;
  if (names.size >= 2_000 || /IN \(\$\d+,/.test(text)) return "";
  const name = `cc_${createHash("sha1").update(text).digest("base64url")}`;
  names.set(text, name);
  return name;
}
