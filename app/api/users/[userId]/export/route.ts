import { endpoints, memberRoute } from "@/lib/api/server/route";
import { exportData } from "@/lib/personal-data/server/export";
import { EXPORT_SIZE_HEADER } from "@/lib/profiles/policy";
import { userParams } from "@/lib/profiles/schema";

/** In seconds, for Vercel, whose functions stop sooner by default: a large archive takes longer. */
export const maxDuration = 300;

const ZIP = "application/zip";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { params: userParams, answerType: ZIP, limit: "export", whileSuspended: true },
    async ({ viewer, params }) => {
      const { fileName, body, expectedBytes } = await exportData(viewer, params.userId);
      return new Response(body, {
        headers: {
          "Content-Type": ZIP,
          "Content-Disposition": `attachment; filename="${fileName}"`,
          [EXPORT_SIZE_HEADER]: String(expectedBytes),
        },
      });
    },
  ),
});
