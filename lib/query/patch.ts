import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Applies `change` to every cached query below `queryKey`. A fetch in progress (the next page of a
 * list, or a refetch) would restore the data it started from, so the change is applied again when
 * it finishes. `change` must therefore be idempotent, and return the same object when there is
 * nothing to change.
 */
export function patchCached<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const apply = () => {
      client.setQueryData<Data>(query.queryKey, (data) => {
        const next = data && change(data);
        // Undefined leaves the cache untouched, including the time of the last update.
        return next === data ? undefined : next;
      });
    };
    apply();
    if (query.state.fetchStatus === "fetching") query.promise?.then(apply, apply);
  }
}
