"use client";

import { useEffect, useState } from "react";

/** What asks before the page is left, the newest last: each is given the path to navigate to. */
let guards: ((path: string) => void)[] = [];

/**
 * Whether something on the page asks before it is left for `path`. The caller then doesn't
 * navigate: that happens once leaving is confirmed. For navigation that follows no link.
 */
export function asksBeforeLeaving(path: string): boolean {
  const guard = guards.at(-1);
  if (!guard || new URL(path, location.href).pathname === location.pathname) return false;
  guard(path);
  return true;
}

/**
 * Asks before leaving while `active`. When the page is closed or reloaded, the browser asks; set
 * `atRisk` to false if a reload loses nothing. When a link is followed, `target` is its path: the
 * caller asks, then navigates to `target` or calls `stay`.
 */
export function useLeaveGuard(
  active: boolean,
  { atRisk = true }: { atRisk?: boolean } = {},
): { target: string | undefined; stay: () => void } {
  const [target, setTarget] = useState<string>();
  useEffect(() => {
    if (!active || !atRisk) return;
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", beforeUnload);
    return () => window.removeEventListener("beforeunload", beforeUnload);
  }, [active, atRisk]);
  useEffect(() => {
    if (!active) return;
    const onClick = (event: MouseEvent) => {
      const path = linkTarget(event);
      if (!path) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(path);
    };
    document.addEventListener("click", onClick, true);
    guards.push(setTarget);
    return () => {
      document.removeEventListener("click", onClick, true);
      guards = guards.filter((guard) => guard !== setTarget);
    };
  }, [active]);
  return { target: active ? target : undefined, stay: () => setTarget(undefined) };
}

/** The path that a click navigates to in this tab, on this site; undefined for any other click. */
function linkTarget(event: MouseEvent): string | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute("download")) return undefined;
  if ((link.target && link.target !== "_self") || link.origin !== location.origin) return undefined;
  return link.pathname === location.pathname ? undefined : link.pathname + link.search;
}
