import { useSyncExternalStore } from "react";
import * as navigation from "../node_modules/next/navigation";

/**
 * In place of `next/navigation` in every test (jest.config.mjs): a router that only notes what it
 * is asked for, and hooks that follow the window's address, also after `history.replaceState`.
 */

export const { notFound, redirect, useSelectedLayoutSegments } = navigation;

export const router = { replace: jest.fn(), push: jest.fn(), prefetch: jest.fn(), back: jest.fn() };
export const useRouter = () => router;

/** The values of the page's folders in `[brackets]`: `useParams.mockReturnValue({ postId })`. */
export const useParams = jest.fn((): Record<string, string> => ({}));

export const usePathname = jest.fn((): string =>
  useSyncExternalStore(subscribe, () => window.location.pathname),
);

export function useSearchParams(): URLSearchParams {
  return new URLSearchParams(useSyncExternalStore(subscribe, () => window.location.search));
}

const listeners = new Set<() => void>();

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

if (typeof window !== "undefined") {
  for (const name of ["pushState", "replaceState"] as const) {
    const change = window.history[name];
    window.history[name] = (...args) => {
      change.apply(window.history, args);
      for (const listener of listeners) listener();
    };
  }
  window.addEventListener("popstate", () => {
    for (const listener of listeners) listener();
  });
}
