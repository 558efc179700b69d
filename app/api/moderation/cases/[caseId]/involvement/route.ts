import { endpoints, memberRoute } from "@/lib/api/server/route";
import { caseAnswer, caseParams } from "@/lib/moderation/schema";
import { liftInvolvement } from "@/lib/moderation/server/case-steps";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: memberRoute(
    { staff: "admin", params: caseParams, answer: caseAnswer, limit: "write" },
    async ({ viewer, params }) => ({ case: await liftInvolvement(viewer, params.caseId) }),
  ),
});
