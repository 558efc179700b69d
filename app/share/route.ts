const TO_COMPOSER = { status: 303, headers: { Location: "/create-post", "Cache-Control": "no-store" } };

/**
 * Where other apps share to (app/manifest.ts). The service worker answers it and hands on what was
 * shared (lib/offline/service-worker); the request comes here only where there is no worker yet,
 * and the person chooses the file again.
 */
export async function POST(request: Request): Promise<Response> {
  await request.body?.cancel();
  return new Response(null, TO_COMPOSER);
}

export const GET = () => new Response(null, TO_COMPOSER);
