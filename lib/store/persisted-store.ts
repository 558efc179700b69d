import { persist } from "zustand/middleware";
import { createStore, type StoreApi } from "zustand/vanilla";
import { storageErased } from "@/lib/store/signal";

/**
 * A store persisted in the browser: in local storage, which all tabs share and follow, or in the
 * session storage of one tab. Storage may be blocked, full or hold anything; the state then lives
 * as long as the page. On the server and in the browser's first render the state is `initial`.
 */
export type PersistedStore<State> = StoreApi<State> & {
  /** Resets to `initial` in memory only: the next page reads the stored state again. */
  reset: () => void;
  /** Resets to `initial` and removes the stored state. */
  clear: () => void;
};

type Options<State> = {
  area: "local" | "session";
  /** The storage keys. Most state is JSON under one key. */
  keys: readonly string[];
  initial: State;
  /** Reads the state from the text under each key. Returns undefined or throws when it can't. */
  parse?: (texts: (string | null)[]) => State | undefined;
  /** Writes the text for each key; null removes the key. */
  format?: (state: State) => (string | null)[];
};

export function persistedStore<State extends object>(options: Options<State>): PersistedStore<State> {
  const { area, keys, initial } = options;
  const { parse = ([text]) => fromJson(text, initial), format = (state) => [JSON.stringify(state)] } =
    options;
  let isSaving = true;
  const store = createStore<State>()(
    persist(() => initial, {
      name: keys.join(" "),
      storage: {
        getItem: () => {
          const state = readTexts(area, keys, parse);
          return state ? { state } : null;
        },
        setItem: (_, { state }) => {
          if (isSaving) writeTexts(area, keys, format(state));
        },
        removeItem: () => writeTexts(area, keys, []),
      },
      // `parse` returns a complete state, so there is nothing to merge.
      merge: (stored) => (stored as State | undefined) ?? initial,
    }),
  );
  const read = () => void store.persist.rehydrate();
  // Read again rather than reset: erasing may spare some keys.
  storageErased.subscribe(read);
  if (area === "local" && typeof window !== "undefined") {
    window.addEventListener("storage", ({ key }) => {
      if (key === null || keys.includes(key)) read();
    });
  }
  const reset = () => {
    isSaving = false;
    store.setState(initial, true);
    isSaving = true;
  };
  return Object.assign(store, {
    reset,
    clear: () => {
      reset();
      store.persist.clearStorage();
    },
  });
}

/** A store in the memory of this page, which is empty again once this site's storage is erased. */
export function pageStore<State extends object>(initial: State): StoreApi<State> {
  const store = createStore<State>()(() => initial);
  storageErased.subscribe(() => store.setState(initial, true));
  return store;
}

/** The fields that fit of a stored object, which a tab from before an update may have written. */
export function fromJson<State extends object>(
  text: string | null | undefined,
  initial: State,
): State | undefined {
  const stored: unknown = JSON.parse(text ?? "null");
  if (typeof stored !== "object" || stored === null) return undefined;
  const fits = ([name, value]: [string, unknown]) =>
    Object.hasOwn(initial, name) && typeof value === typeof initial[name as keyof State];
  return { ...initial, ...Object.fromEntries(Object.entries(stored).filter(fits)) };
}

const storageOf = (area: "local" | "session") => (area === "local" ? localStorage : sessionStorage);

function readTexts<State>(
  area: "local" | "session",
  keys: readonly string[],
  parse: (texts: (string | null)[]) => State | undefined,
): State | undefined {
  if (typeof window === "undefined") return undefined;
  try {
    return parse(keys.map((key) => storageOf(area).getItem(key)));
  } catch {
    // Storage is blocked, or something else has written to it.
    return undefined;
  }
}

function writeTexts(
  area: "local" | "session",
  keys: readonly string[],
  texts: readonly (string | null)[],
): void {
  try {
    keys.forEach((key, index) => {
      const text = texts[index] ?? null;
      if (text === null) storageOf(area).removeItem(key);
      else storageOf(area).setItem(key, text);
    });
  } catch {
    // Storage is blocked or full: the state stays in memory.
  }
}
