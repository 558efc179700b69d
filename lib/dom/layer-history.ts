"use client";

import { handlePopStateFirst } from "@/lib/dom/pop-state";

/**
 * The history entries of open layers: dialogs, sheets, menus, the drawer. Each open layer has one
 * on top of its page's, with the number of open layers in its state, so that Back closes the
 * topmost one instead of leaving the page.
 *
 * Entries of layers never outlive them. A layer that closes in another way takes its entry along; a
 * link inside a layer replaces the entry; and one that is left over, after a reload or from a
 * layer below another, is skipped in both directions.
 *
 * The router sees none of this, because the page stays the same: a traversal it sees would
 * discard the navigation that is under way.
 */

type Layer = { close: () => void };

const STATE_KEY = "openLayers";

/** A traversal of our own should end at once; after this time it is given up. */
const TRAVERSAL_TIMEOUT_MS = 1_000;

/** The open layers, the topmost last. */
const layers: Layer[] = [];
/** How many entries of layers are below and at the current position. */
let depth = 0;
/** The page that the layers are on, while there are entries of layers. */
let page: { path: string; scrollY: number } | undefined;
/** The last change the page made to its own entry while a layer's was on top of it. */
let pageChange: (() => void) | undefined;
/** What waits for a traversal of our own to end. */
let waiting: (() => unknown)[] | undefined;
/** Whether `goBack` is on its way, and the layers of this page with it. */
let isLeaving = false;
let giveUpTimer: ReturnType<typeof setTimeout> | undefined;
let isInstalled = false;

/** Registers an open layer. Back calls `close`. Returns a function that unregisters it. */
export function openLayer(close: () => void): () => void {
  installLayerHistory();
  const layer = { close };
  layers.push(layer);
  scheduleSync();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    scheduleSync();
  };
}

/**
 * Goes back to the page before this one, from below any layers. False if there is none of ours:
 * after a link from another site, or in a new tab.
 */
export function goBack(): boolean {
  if (!(window.navigation?.canGoBack ?? history.length > 1)) return false;
  if (waiting) {
    waiting.push(goBack);
  } else {
    isLeaving = true;
    giveUpTimer = setTimeout(giveUp, TRAVERSAL_TIMEOUT_MS);
    history.go(-depth - 1);
  }
  return true;
}

/** Deferred, because one layer often closes as another opens, which then takes its entry over. */
function scheduleSync(): void {
  setTimeout(sync);
}

/** Adds or removes entries until there is one for each open layer. */
function sync(): void {
  if (waiting || isLeaving) return;
  if (depth > layers.length) {
    traverse(layers.length - depth);
    return;
  }
  if (depth === 0 && layers.length > 0) page = { path: location.pathname, scrollY: window.scrollY };
  while (depth < layers.length) {
    depth++;
    native.pushState(withDepth(history.state), "");
  }
}

/** The history's own methods, which `installLayerHistory` wraps. */
let native: Pick<History, "pushState" | "replaceState">;

/** Watches the history. The root layout does so first, for entries left over by a reload. */
export function installLayerHistory(): void {
  if (isInstalled) return;
  isInstalled = true;
  native = {
    pushState: history.pushState.bind(history),
    replaceState: history.replaceState.bind(history),
  };
  history.pushState = pushState;
  history.replaceState = replaceState;
  handlePopStateFirst(handlePopState);
  depth = depthOf(history.state);
  sync();
}

function handlePopState(event: PopStateEvent): void {
  const previous = depth;
  depth = depthOf(event.state);
  const isOurs = waiting !== undefined;
  const isSamePage = !isLeaving && previous > depth && location.pathname === page?.path;
  isLeaving = false;
  if (isOurs || isSamePage) {
    event.stopImmediatePropagation();
    arrive();
    if (!isOurs) for (const layer of layers.slice(depth).reverse()) layer.close();
    // A layer that asks before it closes stays open, and gets its entry back.
    scheduleSync();
  } else if (depth > 0) {
    event.stopImmediatePropagation();
    history.go(-depth);
  } else {
    clearTimeout(giveUpTimer);
    page = undefined;
  }
}

function traverse(delta: number): void {
  waiting = [];
  giveUpTimer = setTimeout(giveUp, TRAVERSAL_TIMEOUT_MS);
  history.go(delta);
}

/** The browser did not go: nothing must wait for it any longer. */
function giveUp(): void {
  isLeaving = false;
  arrive();
}

/** After a traversal between entries of one page. */
function arrive(): void {
  clearTimeout(giveUpTimer);
  const changes = [pageChange, ...(waiting ?? [])];
  pageChange = waiting = undefined;
  preserveScrollPosition();
  if (depth === 0) page = undefined;
  for (const change of changes) change?.();
}

/**
 * The browser restores where the page was when its layer opened; below a menu it may have moved.
 */
function preserveScrollPosition(): void {
  const { scrollY } = window;
  if (!page || scrollY === page.scrollY) return;
  requestAnimationFrame(() => window.scrollTo({ top: scrollY, behavior: "instant" }));
}

const pushState: History["pushState"] = (state, unused, url) => {
  if (waiting) waiting.push(() => pushState(state, unused, url));
  else if (depth === 0) native.pushState(state, unused, url);
  else leavePage(state, url);
};

const replaceState: History["replaceState"] = (state, unused, url) => {
  if (waiting) {
    waiting.push(() => replaceState(state, unused, url));
  } else if (depth > 0 && url && new URL(url, location.href).pathname !== location.pathname) {
    leavePage(state, url);
  } else {
    if (depth > 0) pageChange = () => replaceState(state, unused, url ?? undefined);
    native.replaceState(withDepth(state), unused, url);
  }
};

/** A link in a layer was followed: the new page replaces the layer's entry. */
function leavePage(state: unknown, url: string | URL | null | undefined): void {
  depth = 0;
  page = pageChange = undefined;
  native.replaceState(withDepth(state), "", url);
}

/**
 * The router copies its state from one entry to the next, and with it a depth that is not theirs.
 */
function withDepth(state: unknown): unknown {
  if (depth === 0 && depthOf(state) === 0) return state;
  return { ...(state as object | null), [STATE_KEY]: depth };
}

function depthOf(state: unknown): number {
  const value = (state as Record<string, unknown> | null)?.[STATE_KEY];
  return typeof value === "number" ? value : 0;
}
