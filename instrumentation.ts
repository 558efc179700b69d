/**
 * Next.js calls this once when a server starts. Serverless functions are too short-lived for
 * timers; they do this work after a response (lib/platform/after-response.ts).
 */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next.js replaces it while building
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { env } = await import("@/lib/platform/env");
  if (env().VERCEL) return;
  const { startUpkeep } = await import("@/lib/upkeep/server/upkeep");
  startUpkeep();
  const { startPushing } = await import("@/lib/notifications/server/push");
  startPushing();
}
