import { createParser, type EventSourceMessage } from "eventsource-parser";

/** Reads the events of a server-sent event stream. */
export type EventReader = {
  /** The events received so far. */
  events: EventSourceMessage[];
  /**
   * The first event, including those already received, that passes. Fails the test after `ms`
   * milliseconds.
   */
  until: (passes: (event: EventSourceMessage) => boolean, ms?: number) => Promise<EventSourceMessage>;
  /** Resolves when the server ends the stream. Fails the test after `ms` milliseconds. */
  ended: (ms: number) => Promise<void>;
  /** Closes the connection, as a closed tab does. */
  leave: () => Promise<void>;
};

export function readEvents(stream: ReadableStream<Uint8Array>): EventReader {
  const events: EventSourceMessage[] = [];
  const listeners = new Set<() => void>();
  let isDone = false;
  const parser = createParser({ onEvent: (event) => events.push(event) });
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (value) parser.feed(decoder.decode(value, { stream: true }));
      isDone = done;
      for (const listener of listeners) listener();
      if (done) return;
    }
  };
  const reading = read();

  const waitFor = <T>(find: () => T | undefined, ms: number, message: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer);
        listeners.delete(check);
      };
      const check = () => {
        const result = find();
        if (result === undefined) return;
        finish();
        resolve(result);
      };
      const timer = setTimeout(() => {
        finish();
        reject(new Error(`${message} after ${ms} ms: ${JSON.stringify(events.map(({ data }) => data))}`));
      }, ms);
      listeners.add(check);
      check();
    });

  return {
    events,
    until: (passes, ms = 5_000) => waitFor(() => events.find(passes), ms, "No such event"),
    ended: (ms) => waitFor(() => (isDone ? true : undefined), ms, "Still open").then(() => undefined),
    leave: async () => {
      await reader.cancel();
      await reading;
    },
  };
}
