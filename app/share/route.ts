import { COMPOSE_OFFLINE } from "@/lib/paths";

const TO_COMPOSER = { status: 303, headers: { Location: COMPOSE_OFFLINE, "Cache-Control": "no-store" } };

/**
 * The share target (app/manifest.ts). The service worker normally handles it and passes the files
 * on (lib/offline/service-worker). Only a request from a browser without the worker gets here, and
 * the person has to choose the file again.
 */
export async function POST(request: Request): Promise<Response> {
  await request.body?.cancel();
  return new Response(null, TO_COMPOSER);
}

export const GET = () => new Response(null, TO_COMPOSER);
