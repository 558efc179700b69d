import type { Reply } from "@/tests/call";

type Page<T> = { items: T[]; nextCursor: string | null };

/**
 * Follows `nextCursor` from the first page to the last. `between` runs after each page, to add or
 * remove rows while the list is read.
 */
export async function readAllPages<T>(
  fetchPage: (cursor: string | undefined) => Promise<Page<T>>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<T[][]> {
  const pages: T[][] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await fetchPage(cursor);
    pages.push(items);
    cursor = nextCursor ?? undefined;
    await between();
  } while (cursor && pages.length < 100);
  return pages;
}

/** Invalid paging parameters, which every list rejects. */
export const BAD_PAGES: Record<string, string>[] = [
  { page: "0" },
  { page: "-1" },
  { page: "1.5" },
  { page: "one" },
  { page: "999999999999" },
  { page: "" },
  { limit: "0" },
  { limit: "51" },
  { limit: "-5" },
  { limit: "1e1" },
  { cursor: "nonsense" },
  { cursor: "" },
];

/** Checks that a list rejects all of them with an error that names the field. */
export async function expectBadPagesRejected(
  fetchPage: (query: Record<string, string>) => Promise<Reply>,
): Promise<void> {
  for (const query of BAD_PAGES) {
    const reply = await fetchPage(query);
    expect([query, reply.status]).toEqual([query, 400]);
    expect(reply.body).toMatchObject({ issues: [{ path: Object.keys(query)[0] }] });
  }
}
