import "server-only";
import { type DehydratedState, dehydrate, QueryCache, QueryClient } from "@tanstack/react-query";
import { log } from "@/lib/platform/log";

/**
 * What a page has in its HTML: the first answers of the very queries that the browser goes on with,
 * as `fill` puts them into the cache. A query that fails is logged and left out; the browser asks
 * again and says what failed.
 */
export async function prefetch(fill: (client: QueryClient) => unknown): Promise<DehydratedState> {
  const queryCache = new QueryCache({
    onError: (error, { queryKey }) => log().warn({ err: error, queryKey }, "query not prefetched"),
  });
  const client = new QueryClient({ queryCache });
  await fill(client);
  return dehydrate(client);
}
