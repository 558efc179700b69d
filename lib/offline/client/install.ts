"use client";

import { useSyncExternalStore } from "react";
import { installPrompt } from "@/lib/offline/client/install-prompt";

/**
 * How the app can be installed. `ready`: by a press. `by-hand`: by the person, in Safari on phones
 * and tablets. `none`: it is installed already, or can't be.
 */
export type InstallState = "ready" | "by-hand" | "none";

export function useInstallState(): InstallState {
  return useSyncExternalStore(installPrompt.subscribe, readInstallState, () => "none");
}

function readInstallState(): InstallState {
  if (window.matchMedia("(display-mode: standalone)").matches) return "none";
  if (installPrompt.getState().offer) return "ready";
  // iPads identify as Macs, but no Mac has a touch screen.
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || isTouchedMac();
  const isInstalled = "standalone" in navigator && navigator.standalone === true;
  return isApple && !isInstalled ? "by-hand" : "none";
}

const isTouchedMac = () => /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;

/** Opens the browser's install dialog, which uses up the offer. */
export async function install(): Promise<void> {
  const { offer } = installPrompt.getState();
  installPrompt.setState({ offer: undefined });
  await offer?.prompt();
}
