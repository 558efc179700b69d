import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Changes every cached answer below `queryKey`. A list that is loading meanwhile (its next page, or anew) would put the
 * answers it began with back when it is done, so the change is made once more then: `change` must come to the same when
 * it is made twice, and gives back what it was given when there is nothing to do.
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
