import { clientErrorBody } from "@/lib/analytics/schema";
import { logClientError } from "@/lib/analytics/server/client-errors";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { siteOf } from "@/lib/platform/client-network";
import { takeToken } from "@/lib/platform/token-bucket";

/** Receives what failed in a browser. Counted without a query: the database may be what fails. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute({ body: clientErrorBody, limits: ["client_error"] }, async ({ body, caller }) => {
    takeToken("client_error", siteOf(caller.ip));
    logClientError(body, caller.ip);
    return undefined;
  }),
});
