import * as z from "zod";
import { logViolations } from "@/lib/analytics/server/csp-reports";
import { readText } from "@/lib/api/server/body";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { siteOf } from "@/lib/platform/client-network";
import { ApiError } from "@/lib/platform/errors";
import { takeToken } from "@/lib/platform/token-bucket";

const REPORTS = { "application/csp-report": z.unknown(), "application/reports+json": z.unknown() };

/**
 * Receives browsers' reports of content security policy violations (lib/platform/csp.ts), which do
 * not come as application/json.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute({ bodies: REPORTS, limits: ["client_error"] }, async ({ request, caller }) => {
    takeToken("client_error", `policy:${siteOf(caller.ip)}`);
    const text = await readText(request);
    let report: unknown;
    try {
      report = JSON.parse(text);
    } catch (cause) {
      throw new ApiError("bad_request", "The body is not valid JSON.", { cause });
    }
    logViolations(report, caller.ip);
    return undefined;
  }),
});
