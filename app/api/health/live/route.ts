import * as z from "zod";
import { endpoints, publicRoute } from "@/lib/api/server/route";

const liveAnswer = z.object({ status: z.literal("ok") });

/** Liveness: the process responds. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute({ answer: liveAnswer }, async () => ({ status: "ok" as const })),
});
