import "server-only";
import type * as z from "zod";
import { routePattern } from "@/lib/analytics/policy";
import type { clientErrorBody } from "@/lib/analytics/schema";
import { log, scrub } from "@/lib/platform/log";
import { LogQuota } from "@/lib/platform/log-quota";
import { sendSignal } from "@/lib/platform/signals";

/** Frames of a stack that the log shows. */
const FRAMES_MAX = 12;

const quota = new LogQuota("errors in browsers");

/**
 * Logs an error that a browser's error screen shows under the same reference: what failed where in
 * our scripts and on which screen, never whose.
 */
export function logClientError(
  { reference, name, message, stack, path }: z.output<typeof clientErrorBody>,
  network: string,
): void {
  sendSignal("failure", { where: "browser" });
  // Not as `err`, whose serializer takes errors of the server alone.
  const thrown = { name: scrub(name), message: scrub(message), stack: framesOf(stack) };
  quota.spend(network, () =>
    log().error({ reference, page: routePattern(path), thrown }, "error in a browser"),
  );
}

/** `at name (https://host/_next/static/x.js:1:2)` and, in Firefox and Safari, `name@https://…`. */
const FRAME = /^(?:at )?([^@(]{0,200}?)[@( ]*https?:\/\/[^/\s]+(\/_next\/static\/[\w./~-]+:\d+:\d+)\)?$/;

/** The frames in our own scripts. Anything else of a stack may quote what people wrote. */
function framesOf(stack: string): string {
  const frames = stack.split("\n").flatMap((line) => {
    const [, name = "", place] = FRAME.exec(line.trim().slice(0, 500)) ?? [];
    return place ? `at ${scrub(name.trim()) || "anonymous"} (${place})` : [];
  });
  return frames.slice(0, FRAMES_MAX).join("\n");
}
