import { endpoints, memberRoute } from "@/lib/api/server/route";
import { caseAnswer, caseParams } from "@/lib/moderation/schema";
import { openCase } from "@/lib/moderation/server/cases";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { staff: "moderator", params: caseParams, answer: caseAnswer },
    async ({ viewer, params }) => ({ case: await openCase(viewer, params.caseId) }),
  ),
});
