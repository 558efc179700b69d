import type { QueryClient, QueryKey, UseMutationOptions } from "@tanstack/react-query";

/** Takes a change back that the server refused with `error`. */
type Rollback = (error: Error) => void;

export type Optimistic<Answer, Variables> = {
  mutationFn: (variables: Variables) => Promise<Answer>;
  /** Queries whose answers under way know nothing of the change and would undo it on screen. */
  cancel?: QueryKey;
  /** Shows the change in the cache at once. Returns what takes it back. */
  apply: (client: QueryClient, variables: Variables) => Rollback;
  /** Puts what the server answered in the place of the guess. */
  settle?: (client: QueryClient, answer: Answer, variables: Variables) => void;
} & Pick<UseMutationOptions<Answer, Error, Variables, Rollback>, "mutationKey" | "scope" | "onSettled">;

/** The options of a mutation that shows before the server answers. */
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
