import { createStore } from "zustand/vanilla";

/**
 * The browser's offer to install the app. What is done with it is in
 * lib/offline/client/install.ts, which comes with Settings.
 */

/** Chromium's event: it offers to install, once, and only on a press. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: "accepted" | "dismissed" }> };

/** The offer while it stands. */
export const installPrompt = createStore<{ offer?: InstallPrompt | undefined }>(() => ({}));

/**
 * Remembers the browser's offer, which comes once and before any screen asks for it. For
 * instrumentation-client.ts.
 */
export function catchInstallPrompt(): void {
  const setOffer = (offer?: InstallPrompt) => installPrompt.setState({ offer });
  window.addEventListener("beforeinstallprompt", (event) => setOffer(event as InstallPrompt));
  window.addEventListener("appinstalled", () => setOffer());
}
