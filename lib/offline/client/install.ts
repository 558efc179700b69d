"use client";

import { useSyncExternalStore } from "react";
import { installPrompt } from "@/lib/offline/client/install-prompt";

/** InstallState the app, where the browser offers it. */

/**
 * `ready`: a press installs. `by-hand`: Safari on phones, where a person does it. `none`:
 * installed, or not possible.
 */
export type InstallState = "ready" | "by-hand" | "none";

export function useInstallState(): InstallState {
  return useSyncExternalStore(installPrompt.subscribe, readInstalling, () => "none");
}

function readInstalling(): InstallState {
  if (window.matchMedia("(display-mode: standalone)").matches) return "none";
  if (installPrompt.getState().offer) return "ready";
  // iPads say they are Macs; no Mac has a finger on it.
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || isTouchedMac();
  const isInstalled = "standalone" in navigator && navigator.standalone === true;
  return isApple && !isInstalled ? "by-hand" : "none";
}

const isTouchedMac = () => /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;

/** Asks the browser to install; it asks the person. The offer is used up by that. */
export async function install(): Promise<void> {
  const { offer } = installPrompt.getState();
  installPrompt.setState({ offer: undefined });
  await offer?.prompt();
}
