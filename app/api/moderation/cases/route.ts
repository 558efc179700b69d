import { endpoints, memberRoute } from "@/lib/api/server/route";
import { casesAnswer, casesQuery, newCaseAnswer, newCaseBody } from "@/lib/moderation/schema";
import { listCases } from "@/lib/moderation/server/cases";
import { openCaseAbout } from "@/lib/moderation/server/open";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ staff: "moderator", query: casesQuery, answer: casesAnswer }, ({ viewer, query }) =>
    listCases(viewer, query),
  ),
  POST: memberRoute(
    {
      staff: "moderator",
      body: newCaseBody,
      answer: newCaseAnswer,
      status: 201,
      statuses: [200],
      limit: "write",
    },
    async ({ viewer, body }) => {
      const { caseId, isNew } = await openCaseAbout(viewer, body);
      return isNew ? { caseId } : Response.json({ caseId });
    },
  ),
});
