"use client";

import { useEffect, useEffectEvent } from "react";

/**
 * The browser's Back, which closes what is open instead of leaving the page: dialogs, sheets,
 * menus, the drawer, one at a time. Why so, and where it can't: docs/decisions/0024.
 */

declare global {
  interface Window {
    CloseWatcher?: new () => { onclose: (() => void) | null; destroy(): void };
  }
}

/** What Back does at the moment, the topmost last. */
const handlers: (() => void)[] = [];

function handleNavigate(event: NavigateEvent): void {
  const { navigationType, destination, userInitiated, cancelable } = event;
  const from = window.navigation.currentEntry?.index ?? 0;
  // What the page itself does, such as `goBack`, is no press of Back.
  if (navigationType !== "traverse" || destination.index >= from || !userInitiated || !cancelable) return;
  event.preventDefault();
  handlers.at(-1)?.();
}

/** While `active`, Back calls `onBack` instead of leaving the page for another one of the app. */
export function useBack(active: boolean, onBack: () => void): void {
  const handleBack = useEffectEvent(onBack);
  useEffect(() => {
    if (!active) return;
    const handler = () => handleBack();
    handlers.push(handler);
    // Added once, however often it is.
    window.navigation?.addEventListener("navigate", handleNavigate);
    return () => {
      handlers.splice(handlers.indexOf(handler), 1);
      if (handlers.length === 0) window.navigation?.removeEventListener("navigate", handleNavigate);
    };
  }, [active]);
}

/**
 * While a layer is `open`, Back calls `onClose` instead of leaving the page: on phones also where
 * there is no page of the app to go back to.
 */
export function useBackToClose(open: boolean, onClose: () => void): void {
  useBack(open, onClose);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = window;
    // With a keyboard it would receive Escape, which is handled where the focus is.
    if (!open || !CloseWatcher || !window.matchMedia("(pointer: coarse)").matches) return;
    let watcher: InstanceType<typeof CloseWatcher>;
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.onclose = () => {
        // One that asks before it closes is still open.
        watch();
        close();
      };
    };
    watch();
    return () => watcher.destroy();
  }, [open]);
}

/** Whether the page on screen is the one that was loaded, and no link of the app has led to it. */
export function isFirstEntry(): boolean {
  const { activation, currentEntry } = window.navigation ?? {};
  return activation?.entry?.key === currentEntry?.key;
}

/**
 * Goes back to the page before this one. False if there is none of ours: after a link from another
 * site, or in a new tab.
 */
export function goBack(): boolean {
  if (!(window.navigation?.canGoBack ?? history.length > 1)) return false;
  history.back();
  return true;
}
