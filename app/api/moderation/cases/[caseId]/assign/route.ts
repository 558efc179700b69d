import { emptyBody } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { caseAnswer, caseParams } from "@/lib/moderation/schema";
import { assignCase } from "@/lib/moderation/server/cases";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { staff: "moderator", params: caseParams, body: emptyBody, answer: caseAnswer, limit: "write" },
    async ({ viewer, params }) => ({ case: await assignCase(viewer, params.caseId) }),
  ),
});
