import { endpoints, memberRoute } from "@/lib/api/server/route";
import { caseAnswer, caseParams, decisionBody } from "@/lib/moderation/schema";
import { decideCase } from "@/lib/moderation/server/decide";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { staff: "moderator", params: caseParams, body: decisionBody, answer: caseAnswer, limit: "write" },
    async ({ viewer, params, body }) => ({ case: await decideCase(viewer, params.caseId, body) }),
  ),
});
