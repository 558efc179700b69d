/** An event of this page that has no data, such as "the stored session has changed". */
export function createSignal(): { emit: () => void; subscribe: (listener: () => void) => () => void } {
  const target = new EventTarget();
  return {
    emit: () => void target.dispatchEvent(new Event("signal")),
    subscribe: (listener) => {
      target.addEventListener("signal", listener);
      return () => target.removeEventListener("signal", listener);
    },
  };
}

/** This site's storage was erased: stores drop their copies in memory. */
export const storageErased = createSignal();
