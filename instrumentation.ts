import type { Instrumentation } from "next";

/**
 * Next.js calls this once when a server starts. Serverless functions are too short-lived for
 * timers; they do this work after a response (lib/platform/after-response.ts).
 */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next.js replaces it while building
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { env } = await import("@/lib/platform/env");
  if (env().OTEL_EXPORTER_OTLP_ENDPOINT) {
    const { startTracing } = await import("@/lib/platform/tracing");
    startTracing();
  }
  if (env().VERCEL) return;
  if (env().METRICS_TOKEN) {
    const { startMetrics } = await import("@/lib/metrics/server/metrics");
    await startMetrics();
  }
  const { startUpkeep } = await import("@/lib/upkeep/server/upkeep");
  startUpkeep();
  const { startPushing } = await import("@/lib/notifications/server/push");
  startPushing();
  const { startMailing } = await import("@/lib/platform/mail");
  startMailing();
}

/**
 * Next.js calls this when a page, the media host or the middleware fails. The log has the error
 * under the digest that the error screen shows; Next.js itself prints none (`quiet` in
 * scripts/server/serve.mjs), because its message may quote what people wrote.
 */
export const onRequestError: Instrumentation.onRequestError = async (error, { method }, context) => {
  // biome-ignore lint/style/noProcessEnv: as above
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { log } = await import("@/lib/platform/log");
  const { sendSignal } = await import("@/lib/platform/signals");
  const reference = error instanceof Error && "digest" in error ? error.digest : undefined;
  sendSignal("failure", { where: "page" });
  log().error({ reference, method, route: context.routePath, err: error }, "a page failed");
};
