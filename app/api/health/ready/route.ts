import * as z from "zod";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { ApiError } from "@/lib/platform/errors";
import { checkDatabase } from "@/lib/platform/health";

const readyAnswer = z.object({ status: z.literal("ok"), parts: z.object({ database: z.literal("ok") }) });

/** Readiness: 503 names the part that fails. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute({ answer: readyAnswer }, async () => {
    if (!(await checkDatabase())) {
      throw new ApiError("unavailable", "The database does not answer.", {
        headers: { "Retry-After": "3" },
        extra: { status: "failing", parts: { database: "failing" } },
      });
    }
    return { status: "ok" as const, parts: { database: "ok" as const } };
  }),
});
