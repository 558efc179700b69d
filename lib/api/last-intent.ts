/**
 * A switch on the server that a person may press faster than the network answers (a like, a circle). One request at a
 * time for each key; presses meanwhile only change what is wanted, and the last one wins.
 */

export type SwitchCalls<Answer> = {
  /** Shows the wanted state at once. */
  show: (wanted: boolean) => void;
  /** Asks the server for a state (never for a toggle, so that a retry is safe). */
  send: (wanted: boolean) => Promise<Answer>;
  /** The server's answer replaces the guess. */
  settle: (answer: Answer) => void;
  /** The server said no. `confirmed` is its last answer of this round, undefined when there was none. */
  fail: (error: unknown, confirmed: Answer | undefined) => void;
};

const underWay = new Map<string, { wanted: boolean }>();

/** Whether a request for this key has not been answered yet. */
export const isUnderWay = (key: string) => underWay.has(key);

/** What is wanted of this key while the server has not answered: newer than anything on screen. */
export const wantedOf = (key: string): boolean | undefined => underWay.get(key)?.wanted;

/** Brings the switch `key` to `wanted`. Resolves when the server agrees or refused; never rejects. */
export async function setSwitch<Answer>(
  key: string,
  wanted: boolean,
  calls: SwitchCalls<Answer>,
): Promise<void> {
  calls.show(wanted);
  const running = underWay.get(key);
  if (running) {
    running.wanted = wanted;
    return;
  }
  const intent = { wanted };
  underWay.set(key, intent);
  let confirmed: Answer | undefined;
  try {
    let sent: boolean;
    do {
      sent = intent.wanted;
      confirmed = await calls.send(sent);
    } while (intent.wanted !== sent);
    calls.settle(confirmed);
  } catch (error) {
    calls.fail(error, confirmed);
  } finally {
    underWay.delete(key);
  }
}
