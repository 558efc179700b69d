import { endpoints, publicRoute } from "@/lib/api/server/route";

/** Liveness: the process responds. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute({}, async () => Response.json({ status: "ok" })),
});
