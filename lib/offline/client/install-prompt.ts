import { createStore } from "zustand/vanilla";

/**
 * The browser's offer to install the app. lib/offline/client/install.ts uses it and is loaded with
 * the settings.
 */

/** Chromium's event. It can open the install dialog once, and only on a press. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: "accepted" | "dismissed" }> };

/** The offer, while it is open. */
export const installPrompt = createStore<{ offer?: InstallPrompt | undefined }>(() => ({}));

/**
 * Stores the browser's offer, which comes once and before any screen uses it. Called by
 * instrumentation-client.ts.
 */
export function catchInstallPrompt(): void {
  const setOffer = (offer?: InstallPrompt) => installPrompt.setState({ offer });
  window.addEventListener("beforeinstallprompt", (event) => setOffer(event as InstallPrompt));
  window.addEventListener("appinstalled", () => setOffer());
}
