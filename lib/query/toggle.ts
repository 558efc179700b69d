import { type MutationKey, type QueryClient, useQueryClient } from "@tanstack/react-query";

/**
 * A switch on the server that a person may press faster than the network answers: a like, a circle.
 * One request at a time for each `mutationKey`; presses meanwhile only change what is wanted, and
 * the last one wins. Likes that were queued offline are sent the same way, by no component.
 */
export type Toggle<Answer> = {
  mutationKey: MutationKey;
  /** Asks the server for a state, never to flip it, so that it may be sent twice. */
  mutationFn: (wanted: boolean) => Promise<Answer>;
  /** Shows the state in the cache at once. Made twice it is the same. */
  apply: (client: QueryClient, wanted: boolean) => void;
  /** Puts what the server answered in the place of the guess. */
  settle: (client: QueryClient, answer: Answer) => void;
};

/** What a mutation is called with: presses that come while it runs change it. */
type Press = { wanted: boolean };

const runningPress = (client: QueryClient, mutationKey: MutationKey): Press | undefined =>
  client.getMutationCache().find<unknown, Error, Press>({ mutationKey, status: "pending" })?.state.variables;

/**
 * Brings the switch to `wanted`. Rejects when the server refuses and all is as it last confirmed;
 * resolves at once when a request is under way, which then takes this press along.
 */
export async function setToggle<Answer>(
  client: QueryClient,
  { mutationKey, mutationFn, apply, settle }: Toggle<Answer>,
  wanted: boolean,
): Promise<void> {
  apply(client, wanted);
  const running = runningPress(client, mutationKey);
  if (running) {
    running.wanted = wanted;
    return;
  }
  let confirmed: Answer | undefined;
  const mutation = client.getMutationCache().build(client, {
    mutationKey,
    mutationFn: async (press: Press) => {
      let sent = wanted;
      confirmed = await mutationFn(sent);
      while (press.wanted !== sent) {
        sent = press.wanted;
        confirmed = await mutationFn(sent);
      }
      return confirmed;
    },
    onSuccess: (answer) => settle(client, answer),
    onError: () => (confirmed === undefined ? apply(client, !wanted) : settle(client, confirmed)),
  });
  await mutation.execute({ wanted });
}

/**
 * Flips a switch that shows as `isOn`, and gives what it is flipped to: of two quick presses the
 * second may come before the first is drawn. `onError` is called once everything is as it was.
 */
export function useToggle<Answer>(
  toggle: Toggle<Answer>,
  isOn: boolean,
  onError: (error: unknown) => void,
): () => boolean {
  const client = useQueryClient();
  return () => {
    const wanted = !(runningPress(client, toggle.mutationKey)?.wanted ?? isOn);
    setToggle(client, toggle, wanted).catch(onError);
    return wanted;
  };
}
