import { endpoints, memberRoute } from "@/lib/api/server/route";
import { caseMediaParams } from "@/lib/moderation/schema";
import { openCaseMedia } from "@/lib/moderation/server/media";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { staff: "moderator", params: caseMediaParams, answerType: "image/*" },
    async ({ viewer, params }) => {
      const { contentType, body } = await openCaseMedia(viewer, params.caseId, params.mediaId);
      return new Response(body, {
        headers: { "Content-Type": contentType, "Content-Disposition": "inline" },
      });
    },
  ),
});
