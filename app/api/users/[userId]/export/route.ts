import { endpoints, memberRoute } from "@/lib/api/route";
import { EXPORT_SIZE_HEADER, userParams } from "@/lib/users/contract";
import { exportData } from "@/lib/users/service/export";

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
