import { setTimeout as delay } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum, type SqlResultSet } from "@prisma/driver-adapter-utils";
import pg from "pg";
import { isConcurrent } from "./migrations.mjs";

/**
 * The pg adapter as the schema engine needs it. PostgreSQL's catalogue has columns of its internal type "char", which
 * the engine reads as single characters and the adapter refuses, as no table of an app has any.
 */

/** Type numbers of PostgreSQL's pg_type. */
const CHAR_OID = 18;
const TEXT_OID = 25;

/** How long a migration waits for a table, and pauses before the next try, in milliseconds. */
const LOCK_MS = 3_000;
const PAUSE_MS = 3_000;
const TRIES = 20;

/** Which columns of a result are "char", by the result's rows, which the adapter hands on as they are. */
const charColumns = new WeakMap<object, number[]>();

/**
 * Connections whose results show "char" columns to the adapter as text, and remember which they are. A migration may take
 * longer than the role's queries otherwise may.
 */
export class CatalogPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({
      ...config,
      onConnect: async (client) => {
        await client.query("SET statement_timeout = 0");
      },
    });
  }

  // pg types this method with a dozen overloads; the adapter uses the one that returns a promise.
  override query = (async (query: pg.QueryArrayConfig) => {
    const result = await super.query(query);
    // A script of several statements has as many results, and none is read.
    if (Array.isArray(result)) return result;
    const found: number[] = [];
    result.fields.forEach((field, index) => {
      if (field.dataTypeID !== CHAR_OID) return;
      field.dataTypeID = TEXT_OID;
      found.push(index);
    });
    if (found.length > 0) charColumns.set(result.rows, found);
    return result;
  }) as unknown as pg.Pool["query"];
}

/**
 * Adapters on such a pool that tell the engine which columns hold single characters, and that send a script whole. The
 * original cuts it at every semicolon, those in comments and function bodies too, and keeps what came before a failure.
 *
 * A script that waits for a table has everybody who comes after it wait as well. So it waits a moment only, is rolled back,
 * and tried again after a pause in which the others get through.
 */
export class CatalogAdapterFactory extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query): Promise<SqlResultSet> => {
      const result = await queryRaw(query);
      for (const column of charColumns.get(result.rows) ?? [])
        result.columnTypes[column] = ColumnTypeEnum.Character;
      return result;
    };
    adapter.executeScript = async (script) => {
      // One that holds nobody up may wait, and cannot be part of the transaction that several statements are.
      const sql = isConcurrent(script) ? script : `SET LOCAL lock_timeout = ${LOCK_MS};\n${script}`;
      for (let attempt = 1; ; attempt++) {
        try {
          await adapter.executeRaw({ sql, args: [], argTypes: [] });
          return;
        } catch (error) {
          if (attempt >= TRIES || !isLockTimeout(error)) throw error;
          console.log(`a table is in use, trying again (${attempt} of ${TRIES - 1})`);
          await delay(PAUSE_MS);
        }
      }
    };
    return adapter;
  }
}

function isLockTimeout(error: unknown): boolean {
  const { originalCode } = ((error as { cause?: unknown }).cause ?? {}) as { originalCode?: string };
  return originalCode === "55P03";
}
