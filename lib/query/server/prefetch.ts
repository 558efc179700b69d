import "server-only";
import {
  type DehydratedState,
  dehydrate,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { log } from "@/lib/platform/log";
import type { PagedListOptions } from "@/lib/query/pages";

type Prefetch = (client: QueryClient) => unknown;

/**
 * The queries a page carries in its HTML, in the cache format the browser continues with. A query
 * that fails is logged and left out: the browser fetches it again and shows the error.
 */
export async function prefetch(...prefetches: Prefetch[]): Promise<DehydratedState> {
  const queryCache = new QueryCache({
    onError: (error, { queryKey }) => log().warn({ err: error, queryKey }, "query not prefetched"),
  });
  const client = new QueryClient({ queryCache });
  await Promise.all(prefetches.map((run) => run(client)));
  return dehydrate(client);
}

/** Puts an answer that is already at hand into the cache. */
export const seed =
  (queryKey: QueryKey, answer: unknown): Prefetch =>
  (client) =>
    client.setQueryData(queryKey, answer);

/** Loads what a query holds from a service. */
export const resource =
  <Answer>(queryKey: QueryKey, load: () => Promise<Answer>): Prefetch =>
  (client) =>
    client.prefetchQuery({ queryKey, queryFn: load });

/** Loads the first page of a list from a service. */
export const firstPage =
  <Page extends { nextCursor: string | null }>(
    options: PagedListOptions<Page>,
    load: (client: QueryClient) => Promise<Page>,
  ): Prefetch =>
  (client) =>
    client.prefetchInfiniteQuery({ ...options, queryFn: () => load(client) });
