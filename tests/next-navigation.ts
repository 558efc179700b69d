import { useSyncExternalStore } from "react";

/** In place of Next's hook: the parameters of the address, also after `history.replaceState`. */
export function useSearchParams(): URLSearchParams {
  return new URLSearchParams(useSyncExternalStore(subscribe, () => window.location.search));
}

function subscribe(onChange: () => void): () => void {
  const { replaceState } = window.history;
  window.history.replaceState = (...change) => {
    replaceState.apply(window.history, change);
    onChange();
  };
  return () => {
    window.history.replaceState = replaceState;
  };
}
