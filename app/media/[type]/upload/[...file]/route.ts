import { endpoints, publicRoute } from "@/lib/api/server/route";
import { preflight, serveFromLocalHost } from "@/lib/platform/media/local-routes";

/** Serves files of the built-in media host. Addresses cannot be guessed, and files never change. */
const serve = publicRoute({}, async ({ request, caller }) => serveFromLocalHost(request, caller.ip));

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({ GET: serve });
export const HEAD = serve;
export const OPTIONS = publicRoute({}, async () => preflight());
