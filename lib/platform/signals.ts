import "server-only";
import { channel } from "node:diagnostics_channel";

/**
 * Internal events, for measuring (lib/metrics). Sending costs nothing while no one listens. Node's
 * channels belong to the process, not to a bundle of Next.js.
 */

export type MailOutcome = "sent" | "retried" | "rejected" | "given_up";
export type PushOutcome = "sent" | "gone" | "retried" | "rejected" | "given_up";

type Signals = {
  /** A call of the API was answered. `route` is a pattern (lib/api/server/request.ts). */
  request: { route: string; method: string; status: number; seconds: number };
  /** A rate limit rejected someone. */
  rejection: { limit: string };
  slowQuery: { seconds: number };
  /** A page failed on the server, or a screen in a browser. */
  failure: { where: "page" | "browser" };
  /**
   * A page was sent, as HTML or as the data that the router in the browser asks for
   * (scripts/server/page-times.mjs).
   */
  page: { route: string; kind: "html" | "data"; status: number; seconds: number };
  /** What became of some mails. `retried`: they will be tried again. */
  mail: { host: string; outcome: MailOutcome; count: number };
  /** What a push service did with a push. */
  push: { service: string; outcome: PushOutcome };
  /** A part of upkeep ran. */
  sweep: { part: string; outcome: "done" | "failed" };
};

/**
 * Held here, because Node holds channels weakly: it may take a new one of the same name for one
 * that it has just collected, and lose its subscribers (nodejs/node#59910).
 */
const CHANNELS = {
  request: channel("campus-circle:request"),
  rejection: channel("campus-circle:rejection"),
  slowQuery: channel("campus-circle:slowQuery"),
  failure: channel("campus-circle:failure"),
  page: channel("campus-circle:page"),
  mail: channel("campus-circle:mail"),
  push: channel("campus-circle:push"),
  sweep: channel("campus-circle:sweep"),
} satisfies Record<keyof Signals, unknown>;

export function sendSignal<N extends keyof Signals>(name: N, signal: Signals[N]): void {
  CHANNELS[name].publish(signal);
}

export function onSignal<N extends keyof Signals>(name: N, handle: (signal: Signals[N]) => void): void {
  CHANNELS[name].subscribe((signal) => handle(signal as Signals[N]));
}
