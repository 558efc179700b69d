import { endpoints, publicRoute } from "@/lib/api/server/route";
import { ApiError } from "@/lib/platform/errors";
import { checkDatabase } from "@/lib/platform/health";

/** Readiness: 503 names the part that fails. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute({}, async () => {
    if (!(await checkDatabase())) {
      throw new ApiError("unavailable", "The database does not answer.", {
        headers: { "Retry-After": "3" },
        extra: { status: "failing", parts: { database: "failing" } },
      });
    }
    return Response.json({ status: "ok", parts: { database: "ok" } });
  }),
});
