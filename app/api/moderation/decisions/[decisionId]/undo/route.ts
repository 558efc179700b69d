import { endpoints, memberRoute } from "@/lib/api/server/route";
import { caseAnswer, decisionParams, undoBody } from "@/lib/moderation/schema";
import { undoDecision } from "@/lib/moderation/server/decide";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { staff: "moderator", params: decisionParams, body: undoBody, answer: caseAnswer, limit: "write" },
    async ({ viewer, params, body }) => ({
      case: await undoDecision(viewer, params.decisionId, body),
    }),
  ),
});
