import { endpoints, memberRoute } from "@/lib/api/server/route";
import { caseAnswer, caseParams, holdBody } from "@/lib/moderation/schema";
import { setHold } from "@/lib/moderation/server/case-steps";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: memberRoute(
    { staff: "admin", params: caseParams, body: holdBody, answer: caseAnswer, limit: "write" },
    async ({ viewer, params, body }) => ({ case: await setHold(viewer, params.caseId, body.held) }),
  ),
});
