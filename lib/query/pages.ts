import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
} from "@tanstack/react-query";

/** Lists that the API answers page by page, and what changes in them while they are cached. */

/** The loaded pages of a list. The parameter of a page is the cursor it was asked for with. */
export type Pages<Page> = InfiniteData<Page, string | null>;

/** The options of a list paged by cursor: no duplicates or gaps while others add to it. */
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

/** A list of which only this page is loaded. */
export const onePage = <Page>(page: Page): Pages<Page> => ({ pages: [page], pageParams: [null] });

type Item = { _id: string };
type DatedItem = Item & { createdAt: string };

/** Newest first, and of two as new the larger id first: the order of the server's lists. */
export const isNewer = (a: DatedItem, b: DatedItem) =>
  a.createdAt === b.createdAt ? a._id > b._id : a.createdAt > b.createdAt;

/**
 * What is read and changed of the items that pages hold under `name`. What does not change stays
 * the very same object, so that it is not drawn again.
 */
export function pageItems<Name extends string>(name: Name) {
  /** The items of all loaded pages in order, each once. */
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
      const before = page[name];
      const items = change(before, index);
      const isSame = items.length === before.length && items.every((item, at) => item === before[at]);
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

  /** Puts an item where it belongs by its time, unless it is there already. */
  function insert<Page extends Record<Name, DatedItem[]>>(
    data: Pages<Page>,
    item: Page[Name][number],
  ): Pages<Page> {
    if (find(data, item._id)) return data;
    const isOlder = (other: DatedItem) => isNewer(item, other);
    // What is older than all that is loaded goes to the end.
    const last = data.pages.length - 1;
    const home = data.pages.findIndex((page, index) => index === last || page[name].some(isOlder));
    const inserted = changePages(data, (items, index) => {
      if (index !== home) return items;
      const place = items.findIndex(isOlder);
      return place === -1 ? [...items, item] : [...items.slice(0, place), item, ...items.slice(place)];
    });
    return withTotal(inserted, 1);
  }

  /** Puts an item on top, unless it is there already. */
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

/** Every page says how many items the whole list has. */
function withTotal<Page>(data: Pages<Page>, added: number): Pages<Page> {
  const pages = data.pages.map((page) => {
    const { total } = page as { total?: number };
    return total === undefined ? page : { ...page, total: Math.max(0, total + added) };
  });
  return { ...data, pages };
}
