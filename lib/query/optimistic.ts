import type { Query, QueryClient, QueryKey, UseMutationOptions } from "@tanstack/react-query";

/** Rolls back a change that failed with `error`. */
type Rollback = (error: Error) => void;

export type Optimistic<Answer, Variables> = {
  mutationFn: (variables: Variables) => Promise<Answer>;
  /** Queries to cancel: their pending answers lack the change and would undo it on screen. */
  cancel?: QueryKey;
  /** Applies the change to the cache at once. Returns its rollback. */
  apply: (client: QueryClient, variables: Variables) => Rollback;
  /** Replaces the optimistic state by the server's answer. */
  settle?: (client: QueryClient, answer: Answer, variables: Variables) => void;
} & Pick<UseMutationOptions<Answer, Error, Variables, Rollback>, "mutationKey" | "scope" | "onSettled">;

/** The options of a mutation whose effect shows before the server answers. */
export function optimistic<Answer, Variables>({
  cancel,
  apply,
  settle,
  ...options
}: Optimistic<Answer, Variables>): UseMutationOptions<Answer, Error, Variables, Rollback> {
  return {
    ...options,
    onMutate: async (variables, { client }) => {
      if (cancel) await client.cancelQueries({ queryKey: cancel });
      return apply(client, variables);
    },
    onSuccess: (answer, variables, _rollback, { client }) => settle?.(client, answer, variables),
    onError: (error, _variables, rollback) => rollback?.(error),
  };
}

/**
 * Runs a write. When the page is left before it is done, `leave` hands it on, or returns false if
 * it can't. Should the write then fail, as writes of a page that is left do, it resolves to
 * undefined.
 */
export async function untilLeft<Answer>(
  write: () => Promise<Answer>,
  leave: () => unknown,
): Promise<Answer | undefined> {
  let isHandedOn = false;
  const handleHide = () => {
    isHandedOn = leave() !== false;
  };
  window.addEventListener("pagehide", handleHide);
  try {
    return await write();
  } catch (error) {
    // Browsers fail running requests after the first listener of `pagehide`: this may be the next.
    await new Promise((resolve) => setTimeout(resolve));
    if (isHandedOn) return undefined;
    throw error;
  } finally {
    window.removeEventListener("pagehide", handleHide);
  }
}

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
  for (const query of client.getQueryCache().findAll({ queryKey })) patchQuery(client, query, change);
}

function patchQuery<Data>(client: QueryClient, query: Query, change: (data: Data) => Data): void {
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
