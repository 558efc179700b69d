import { endpoints, memberRoute } from "@/lib/api/server/route";
import { affiliationRequestAnswer, affiliationRequestBody } from "@/lib/profiles/affiliation-schema";
import { userParams } from "@/lib/profiles/schema";
import {
  getAffiliationRequest,
  requestAffiliation,
  withdrawAffiliationRequest,
} from "@/lib/profiles/server/affiliation-request";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ params: userParams, answer: affiliationRequestAnswer }, ({ viewer, params }) =>
    getAffiliationRequest(viewer, params.userId),
  ),
  POST: memberRoute(
    {
      params: userParams,
      body: affiliationRequestBody,
      answer: affiliationRequestAnswer,
      status: 201,
      statuses: [200],
      limit: "write",
    },
    async ({ viewer, params, body }) => {
      const { isNew, ...answer } = await requestAffiliation(viewer, params.userId, body);
      return isNew ? answer : Response.json(answer);
    },
  ),
  DELETE: memberRoute(
    { params: userParams, answer: affiliationRequestAnswer, limit: "write" },
    ({ viewer, params }) => withdrawAffiliationRequest(viewer, params.userId),
  ),
});
