import { persist } from "zustand/middleware";
import { createStore, type StoreApi } from "zustand/vanilla";
import { onStorageErased } from "@/lib/store/erased-storage";

/**
 * State that the browser keeps: in local storage, which all tabs share and follow, or in the
 * session storage of one tab. Storage can be blocked, be full or hold anything: then the state
 * lives as long as the page. The server, and the first render in the browser, have `initial`.
 */
export type PersistedStore<State> = StoreApi<State> & {
  /** Back to `initial` in memory alone: what is stored comes back with the next page. */
  reset: () => void;
  /** Back to `initial`, and out of storage. */
  clear: () => void;
};

type Options<State> = {
  area: "local" | "session";
  /** Where it is stored. Most state is JSON under one key. */
  keys: readonly string[];
  initial: State;
  /** The state from the text under each key. Undefined, or an error, when nothing can be read. */
  parse?: (texts: (string | null)[]) => State | undefined;
  /** The text for each key; null removes the key. */
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
      // What is stored is whole: `parse` has seen to it.
      merge: (stored) => (stored as State | undefined) ?? initial,
    }),
  );
  const read = () => void store.persist.rehydrate();
  // What was spared is read anew.
  onStorageErased(read);
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

/** What fits of a stored object: an earlier or a later release may have written it. */
function fromJson<State extends object>(text: string | null | undefined, initial: State): State | undefined {
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
    // Blocked, or written by something else.
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
    // Blocked or full: the page itself still remembers.
  }
}
