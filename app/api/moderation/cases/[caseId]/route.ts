import { endpoints, memberRoute } from "@/lib/api/server/route";
import { caseAnswer, caseParams } from "@/lib/moderation/schema";
import { getCase } from "@/lib/moderation/server/cases";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { staff: "moderator", params: caseParams, answer: caseAnswer },
    async ({ viewer, params }) => ({ case: await getCase(viewer, params.caseId) }),
  ),
});
