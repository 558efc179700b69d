/** The browser's offer to install the app. What is done with it is in lib/offline/installing.ts, which comes with Settings. */

/** Chromium's event: it offers to install, once, and only on a press. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: "accepted" | "dismissed" }> };

/** The offer while it stands, and who wants to hear when that changes. */
export const installPrompt = {
  offer: undefined as InstallPrompt | undefined,
  listeners: new Set<() => void>(),
};

export function setOffer(offer: InstallPrompt | undefined): void {
  installPrompt.offer = offer;
  for (const listener of installPrompt.listeners) listener();
}

/** Remembers the browser's offer, which comes once and before any screen asks for it. For instrumentation-client.ts. */
export function catchInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", (event) => setOffer(event as InstallPrompt));
  window.addEventListener("appinstalled", () => setOffer(undefined));
}
