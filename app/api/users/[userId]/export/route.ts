import { endpoints, memberRoute } from "@/lib/api/route";
import { userParams } from "@/lib/users/contract";
import { EXPORT_SIZE_HEADER } from "@/lib/users/limits";
import { exportData } from "@/lib/users/service/export";

/** An archive takes as long as it takes; functions would cut it off sooner. In seconds, for Vercel. */
export const maxDuration = 300;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ params: userParams, limit: "export" }, async ({ viewer, params }) => {
    const { fileName, body, expectedBytes } = await exportData(viewer, params.userId);
    return new Response(body, {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename="${fileName}"`,
        [EXPORT_SIZE_HEADER]: String(expectedBytes),
      },
    });
  }),
});
