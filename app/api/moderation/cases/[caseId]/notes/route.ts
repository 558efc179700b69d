import { endpoints, memberRoute } from "@/lib/api/server/route";
import { caseAnswer, caseParams, noteBody } from "@/lib/moderation/schema";
import { leaveNote } from "@/lib/moderation/server/case-steps";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    {
      staff: "moderator",
      params: caseParams,
      body: noteBody,
      answer: caseAnswer,
      status: 201,
      limit: "write",
    },
    async ({ viewer, params, body }) => ({ case: await leaveNote(viewer, params.caseId, body.text) }),
  ),
});
