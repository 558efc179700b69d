import { emptyBody } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { caseAnswer, decisionParams } from "@/lib/moderation/schema";
import { confirmBan } from "@/lib/moderation/server/decide";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { staff: "moderator", params: decisionParams, body: emptyBody, answer: caseAnswer, limit: "write" },
    async ({ viewer, params }) => ({ case: await confirmBan(viewer, params.decisionId) }),
  ),
});
