import { type MutationKey, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { enqueue, isQueued, type NewAction, queued } from "@/lib/query/offline-queue";
import { untilLeft } from "@/lib/query/optimistic";

/**
 * A toggle that may be pressed faster than the server answers: a like, joining a circle. There is
 * one request at a time for each `mutationKey`. Presses in between only change the wanted state,
 * and the last one wins. The offline queue sends likes through it too, so it does not depend on a
 * component.
 */
export type Toggle<Answer> = {
  mutationKey: MutationKey;
  /** Sets the state, rather than flipping it, so that sending it twice is safe. */
  mutationFn: (wanted: boolean) => Promise<Answer>;
  /** Shows the state in the cache at once. Must be idempotent. */
  apply: (client: QueryClient, wanted: boolean) => void;
  /** Replaces the optimistic state by the server's answer. */
  settle: (client: QueryClient, answer: Answer) => void;
  /** Hands on the last press when the page is left before the server has answered. */
  onLeave?: (wanted: boolean) => unknown;
};

/** The variables of a running mutation, which later presses change. */
type Press = { wanted: boolean };

const runningPress = (client: QueryClient, mutationKey: MutationKey): Press | undefined =>
  client.getMutationCache().find<unknown, Error, Press>({ mutationKey, status: "pending" })?.state.variables;

/**
 * Sets the toggle to `wanted`. When the request fails, it rolls back to the last confirmed state
 * and then rejects, unless the page has been left and `onLeave` has handed it on. When a request is
 * already running, it resolves at once and that request sends this press afterwards.
 */
export async function setToggle<Answer>(
  client: QueryClient,
  { mutationKey, mutationFn, apply, settle, onLeave }: Toggle<Answer>,
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
  const press: Press = { wanted };
  await untilLeft(
    () => mutation.execute(press),
    () => (onLeave ? onLeave(press.wanted) : false),
  );
}

/**
 * Returns a function that flips a toggle shown as `isOn`, or sets it to `wanted`, and returns its
 * new state: of two quick presses, the second may come before the first has rendered. `onError`
 * runs after the rollback.
 */
export function useToggle<Answer>(
  toggle: Toggle<Answer>,
  isOn: boolean,
  onError: (error: unknown) => void,
): (wanted?: boolean) => boolean {
  const client = useQueryClient();
  return (wanted = !(runningPress(client, toggle.mutationKey)?.wanted ?? isOn)) => {
    setToggle(client, toggle, wanted).catch(onError);
    return wanted;
  };
}

/**
 * The toggle, queued as `action` while offline. It shows `answer` until it is sent; a newer press
 * replaces what waits.
 */
export const queuedToggle = <Answer>(
  toggle: Toggle<Answer>,
  action: (wanted: boolean) => NewAction,
  answer: (wanted: boolean) => Answer,
): Toggle<Answer> => ({
  ...toggle,
  mutationFn: async (wanted) =>
    (await queued(action(wanted), () => toggle.mutationFn(wanted))) ?? answer(wanted),
  apply: (client, wanted) => {
    // At the press: what waits is shown again with every change of the cache.
    if (isQueued(action(wanted))) enqueue(action(wanted));
    toggle.apply(client, wanted);
  },
});
