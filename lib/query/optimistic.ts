import type { QueryClient, QueryKey, UseMutationOptions } from "@tanstack/react-query";

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
