import "server-only";
import { channel, subscribe } from "node:diagnostics_channel";

/**
 * Internal events, for measuring (lib/metrics). Sending costs nothing while no one listens. Node's
 * channels belong to the process, not to a bundle of Next.js.
 */

type Signals = {
  /** A call of the API was answered. `route` is a pattern (lib/api/server/route-name.ts). */
  request: { route: string; method: string; status: number; seconds: number };
  /** A rate limit rejected someone. */
  rejection: { limit: string };
  slowQuery: { seconds: number };
  /** A page failed on the server, or a screen in a browser. */
  failure: { where: "page" | "browser" };
};

const channelName = (name: keyof Signals) => `campus-circle:${name}`;

export function sendSignal<N extends keyof Signals>(name: N, signal: Signals[N]): void {
  channel(channelName(name)).publish(signal);
}

export function onSignal<N extends keyof Signals>(name: N, handle: (signal: Signals[N]) => void): void {
  subscribe(channelName(name), (signal) => handle(signal as Signals[N]));
}
