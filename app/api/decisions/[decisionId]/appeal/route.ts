import { endpoints, memberRoute } from "@/lib/api/server/route";
import { appealAnswer, appealBody, decisionParams } from "@/lib/moderation/schema";
import { appeal } from "@/lib/moderation/server/appeals";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    {
      params: decisionParams,
      body: appealBody,
      answer: appealAnswer,
      status: 201,
      limit: "write",
      whileSuspended: true,
    },
    async ({ viewer, params, body }) => ({ appeal: await appeal(viewer, params.decisionId, body.text) }),
  ),
});
