import { endpoints, memberRoute } from "@/lib/api/server/route";
import { setRole } from "@/lib/moderation/server/staff";
import { memberAnswer, memberParams, roleBody } from "@/lib/moderation/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { staff: "admin", params: memberParams, body: roleBody, answer: memberAnswer, limit: "write" },
    async ({ viewer, params, body }) => ({ member: await setRole(viewer, params.memberId, body.role) }),
  ),
});
