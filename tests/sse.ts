import { createParser, type EventSourceMessage } from "eventsource-parser";

/** What comes over a live stream, as a test reads it. */
export type EventReader = {
  /** The events so far. */
  events: EventSourceMessage[];
  /**
   * The first event (also of those that came before) that passes; fails the test after `ms`
   * milliseconds.
   */
  until: (passes: (event: EventSourceMessage) => boolean, ms?: number) => Promise<EventSourceMessage>;
  /** Resolves when the server ends the stream; fails the test after `ms` milliseconds. */
  ended: (ms: number) => Promise<void>;
  /** Goes away, as a closed tab does. */
  leave: () => Promise<void>;
};

export function readEvents(stream: ReadableStream<Uint8Array>): EventReader {
  const events: EventSourceMessage[] = [];
  const listeners = new Set<() => void>();
  let over = false;
  const parser = createParser({ onEvent: (event) => events.push(event) });
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (value) parser.feed(decoder.decode(value, { stream: true }));
      over = done;
      for (const listener of listeners) listener();
      if (done) return;
    }
  };
  const reading = read();

  const waitFor = <T>(look: () => T | undefined, ms: number, what: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer);
        listeners.delete(check);
      };
      const check = () => {
        const found = look();
        if (found === undefined) return;
        finish();
        resolve(found);
      };
      const timer = setTimeout(() => {
        finish();
        reject(new Error(`${what} after ${ms} ms: ${JSON.stringify(events.map(({ data }) => data))}`));
      }, ms);
      listeners.add(check);
      check();
    });

  return {
    events,
    until: (passes, ms = 1_000) => waitFor(() => events.find(passes), ms, "No such event"),
    ended: (ms) => waitFor(() => (over ? true : undefined), ms, "Still open").then(() => undefined),
    leave: async () => {
      await reader.cancel();
      await reading;
    },
  };
}
