import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Changes every cached answer below `queryKey`. An answer under way (the next page of a list, or
 * the list anew) would put the data it began with back, so the change is made once more when it is
 * there: `change` must come to the same when it is made twice, and gives back the very same data
 * when there is nothing to do.
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
        // Undefined leaves the cache alone, and with it the time of its last answer.
        return next === data ? undefined : next;
      });
    };
    apply();
    if (query.state.fetchStatus === "fetching") query.promise?.then(apply, apply);
  }
}
