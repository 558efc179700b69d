import { endpoints, memberRoute } from "@/lib/api/server/route";
import { appealDecisionBody, appealParams, staffAppealAnswer } from "@/lib/moderation/schema";
import { answerAppeal } from "@/lib/moderation/server/appeals";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    {
      staff: "moderator",
      params: appealParams,
      body: appealDecisionBody,
      answer: staffAppealAnswer,
      limit: "write",
    },
    async ({ viewer, params, body }) => ({ appeal: await answerAppeal(viewer, params.appealId, body) }),
  ),
});
