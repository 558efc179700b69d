import * as z from "zod";

/**
 * Pagination (docs/api.md, Paging): by `page` and `limit`, or by `cursor`. A cursor pages by key:
 * it skips and repeats nothing while others post, and its cost does not grow with depth.
 */

export const LIMIT_MAX = 50;

/**
 * A position in a list that is ordered newest first: the rows after it are older, or equally old
 * with a smaller id.
 */
export type Cursor = { at: Date; id: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An id in a path. Anything else is a 404, as for an id that does not exist. */
export const idParam = z.string().toLowerCase().regex(UUID);

export function encodeCursor(cursor: Cursor): string {
  return btoa(`${cursor.at.getTime().toString(36)}.${cursor.id}`).replaceAll("=", "");
}

function decodeCursor(text: string): Cursor | undefined {
  let plain: string;
  try {
    plain = atob(text);
  } catch {
    return undefined;
  }
  const [stamp = "", id = ""] = plain.split(".");
  const at = new Date(Number.parseInt(stamp, 36));
  return /^[0-9a-z]{1,10}$/.test(stamp) && UUID.test(id) && !Number.isNaN(at.getTime())
    ? { at, id }
    : undefined;
}

export const INVALID_CURSOR = "Invalid cursor.";

export const cursorField = z
  .string()
  .max(100)
  .transform((text, context) => {
    const cursor = decodeCursor(text);
    if (!cursor) context.issues.push({ code: "custom", message: INVALID_CURSOR, input: text });
    return cursor ?? z.NEVER;
  });

const integerParam = (min: number, max: number, message: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { message, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { message, abort: true });

/**
 * How many rows page numbers can reach: the database reads and discards every row before the page.
 */
export const NUMBERED_ROWS_MAX = 10_000;

/** The last check of every paged query: past `NUMBERED_ROWS_MAX` rows a cursor is required. */
export const withinPageLimit = z.refine<{ page: number; limit: number; cursor?: unknown }>(
  ({ page, limit, cursor }) => cursor !== undefined || page * limit <= NUMBERED_ROWS_MAX,
  {
    path: ["page"],
    message: "Page numbers end after 10,000 entries: go on with cursor, the nextCursor of the page before.",
  },
);

/** How many rows a page has, `size` by default. */
const limitParam = (size: number) =>
  integerParam(1, LIMIT_MAX, `limit must be a whole number from 1 to ${LIMIT_MAX}.`).default(size);

/** The query parameters of a paged list whose default page size is `size`. */
export function pageQuery(size: number) {
  return z
    .object({
      page: integerParam(1, 100_000_000, "page must be a whole number from 1.").default(1),
      limit: limitParam(size),
      cursor: cursorField.optional(),
    })
    .check(withinPageLimit);
}

/** The query of a list without page numbers. */
export const cursorQuery = (size: number) =>
  z.object({ limit: limitParam(size), cursor: cursorField.optional() });

export type PageQuery = { page: number; limit: number; cursor?: Cursor | undefined };

/** The fields that every paged answer has next to its list. */
export const pageFields = {
  total: z.int(),
  currentPage: z.int(),
  totalPages: z.int(),
  nextCursor: z.string().nullable(),
};

/**
 * `currentPage` and `totalPages` of a list. With a cursor the page number is unknown, so the
 * requested one is returned.
 */
export function pageNumbers(query: PageQuery, total: number): { currentPage: number; totalPages: number } {
  return { currentPage: query.page, totalPages: Math.ceil(total / query.limit) };
}

/** The fields that every answer of a list without page numbers has next to its list. */
export const cursorFields = { hasMore: z.boolean(), nextCursor: z.string().nullable() };

/** Prisma's filter for the rows after a cursor, where `id` is descending, too. */
export const afterCursor = ({ at, id }: Cursor) => ({
  createdAt: { lte: at },
  OR: [{ createdAt: { lt: at } }, { id: { lt: id } }],
});

/** Splits rows that were read with one extra row into the page and the cursor of the next page. */
export function paginate<Row extends { id: string; createdAt: Date }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    nextCursor: rows.length > limit && last ? encodeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}
