import { endpoints, memberRoute } from "@/lib/api/server/route";
import { affiliationBody, personAnswer } from "@/lib/college/schema";
import { setAffiliation } from "@/lib/college/server/affiliation";
import { memberParams } from "@/lib/moderation/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: memberRoute(
    { staff: "admin", params: memberParams, body: affiliationBody, answer: personAnswer, limit: "write" },
    async ({ viewer, params, body }) => ({ member: await setAffiliation(viewer, params.memberId, body) }),
  ),
});
