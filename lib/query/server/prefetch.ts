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

type Fill = (client: QueryClient) => unknown;

/**
 * What a page has in its HTML: the first answers of the very queries that the browser goes on with.
 * A query that fails is logged and left out; the browser asks again and says what failed.
 */
export async function prefetch(...fills: Fill[]): Promise<DehydratedState> {
  const queryCache = new QueryCache({
    onError: (error, { queryKey }) => log().warn({ err: error, queryKey }, "query not prefetched"),
  });
  const client = new QueryClient({ queryCache });
  await Promise.all(fills.map((fill) => fill(client)));
  return dehydrate(client);
}

/** An answer that is known already. */
export const seed =
  (queryKey: QueryKey, answer: unknown): Fill =>
  (client) =>
    client.setQueryData(queryKey, answer);

/** The first page of a list, as a service gives it. */
export const firstPage =
  <Page extends { nextCursor: string | null }>(
    options: PagedListOptions<Page>,
    load: (client: QueryClient) => Promise<Page>,
  ): Fill =>
  (client) =>
    client.prefetchInfiniteQuery({ ...options, queryFn: () => load(client) });
