import { endpoints, memberRoute } from "@/lib/api/server/route";
import { setAge } from "@/lib/moderation/server/staff";
import { ageBody, memberAnswer, memberParams } from "@/lib/moderation/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { staff: "admin", params: memberParams, body: ageBody, answer: memberAnswer, limit: "write" },
    async ({ viewer, params, body }) => ({ member: await setAge(viewer, params.memberId, body.age) }),
  ),
});
