/**
 * Back and Forward, before the router notices them: the window calls its listeners in the order in
 * which they were added, whether capturing or not. So this one is added with the page's first code;
 * what handles the event is loaded later (layer-history.ts).
 */

type Handler = (event: PopStateEvent) => void;

let handler: Handler | undefined;

if (typeof window !== "undefined") window.addEventListener("popstate", (event) => handler?.(event));

/** Has `handle` called for each `popstate`, before any other listener. */
export function handlePopStateFirst(handle: Handler): void {
  handler = handle;
}
