import { endpoints, publicRoute } from "@/lib/api/route";
import { checkDatabase } from "@/lib/platform/health";

/** The app can serve: 503 with the part that fails. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute({}, async () => {
    const database = await checkDatabase();
    return Response.json(
      { status: database ? "ok" : "failing", parts: { database: database ? "ok" : "failing" } },
      { status: database ? 200 : 503, headers: database ? {} : { "Retry-After": "3" } },
    );
  }),
});
