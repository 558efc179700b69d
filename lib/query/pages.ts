import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
} from "@tanstack/react-query";

/** Paged lists: loading them page by page, and changing them in the cache. */

/** The loaded pages of a list. A page's parameter is the cursor it was requested with. */
export type Pages<Page> = InfiniteData<Page, string | null>;

/**
 * The query options of a list paged by cursor, without duplicates or gaps while others add to it.
 */
export function pagedList<Page extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  load: (cursor: string | undefined, signal: AbortSignal, client: QueryClient) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal, client }) => load(pageParam ?? undefined, signal, client),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Page) => last.nextCursor,
  });
}

export type PagedListOptions<Page extends { nextCursor: string | null }> = ReturnType<typeof pagedList<Page>>;

/** A list with only this page loaded. */
export const onePage = <Page>(page: Page): Pages<Page> => ({ pages: [page], pageParams: [null] });

type Item = { _id: string };
type DatedItem = Item & { createdAt: string };

/** The order of the server's lists: newest first, and for equal times the larger id first. */
export const isNewer = (a: DatedItem, b: DatedItem) =>
  a.createdAt === b.createdAt ? a._id > b._id : a.createdAt > b.createdAt;

/**
 * Reads and changes the items that pages hold under `name`. Unchanged pages and items keep their
 * identity, so that they do not render again.
 */
export function pageItems<Name extends string>(name: Name) {
  /** The items of all loaded pages in order, without duplicates. */
  function all<I extends Item>(data: { pages: Record<Name, I[]>[] } | undefined): I[] {
    const items = new Map<string, I>();
    for (const page of data?.pages ?? [])
      for (const item of page[name]) if (!items.has(item._id)) items.set(item._id, item);
    return [...items.values()];
  }

  function find<I extends Item>(data: { pages: Record<Name, I[]>[] } | undefined, id: string) {
    return all(data).find(({ _id }) => _id === id);
  }

  function changePages<Page extends Record<Name, Item[]>>(
    data: Pages<Page>,
    change: (items: Page[Name], index: number) => Item[],
  ): Pages<Page> {
    const pages = data.pages.map((page, index) => {
      const previous = page[name];
      const items = change(previous, index);
      const isSame = items.length === previous.length && items.every((item, at) => item === previous[at]);
      return isSame ? page : { ...page, [name]: items };
    });
    return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
  }

  function map<Page extends Record<Name, Item[]>>(
    data: Pages<Page>,
    change: (item: Page[Name][number]) => Item,
  ): Pages<Page> {
    return changePages(data, (items) => items.map(change));
  }

  function remove<Page extends Record<Name, Item[]>>(data: Pages<Page>, id: string): Pages<Page> {
    if (!find(data, id)) return data;
    return withTotal(
      changePages(data, (items) => items.filter(({ _id }) => _id !== id)),
      -1,
    );
  }

  /**
   * Inserts an item at the position of its time, unless it is already there. Lists are newest first
   * unless `isBefore` says otherwise.
   */
  function insert<Page extends Record<Name, DatedItem[]>>(
    data: Pages<Page>,
    item: Page[Name][number],
    isBefore: (a: Page[Name][number], b: Page[Name][number]) => boolean = isNewer,
  ): Pages<Page> {
    if (find(data, item._id)) return data;
    const isOlder = (other: Page[Name][number]) => isBefore(item, other);
    // An item that comes after everything loaded goes to the end of the last page.
    const lastIndex = data.pages.length - 1;
    const pageIndex = data.pages.findIndex((page, index) => index === lastIndex || page[name].some(isOlder));
    const inserted = changePages(data, (items, index) => {
      if (index !== pageIndex) return items;
      const position = items.findIndex(isOlder);
      return position === -1
        ? [...items, item]
        : [...items.slice(0, position), item, ...items.slice(position)];
    });
    return withTotal(inserted, 1);
  }

  /** Inserts an item at the top, unless it is already there. */
  function prepend<Page extends Record<Name, Item[]>>(
    data: Pages<Page>,
    item: Page[Name][number],
  ): Pages<Page> {
    if (find(data, item._id)) return data;
    return withTotal(
      changePages(data, (items, index) => (index === 0 ? [item, ...items] : items)),
      1,
    );
  }

  return { all, find, map, remove, insert, prepend };
}

/** Adjusts the total, which every page carries. */
function withTotal<Page>(data: Pages<Page>, added: number): Pages<Page> {
  const pages = data.pages.map((page) => {
    const { total } = page as { total?: number };
    return total === undefined ? page : { ...page, total: Math.max(0, total + added) };
  });
  return { ...data, pages };
}
