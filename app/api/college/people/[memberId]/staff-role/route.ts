import { endpoints, memberRoute } from "@/lib/api/server/route";
import { setStaffRole } from "@/lib/moderation/server/staff";
import { memberAnswer, memberParams, staffRoleBody } from "@/lib/moderation/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { staff: "admin", params: memberParams, body: staffRoleBody, answer: memberAnswer, limit: "write" },
    async ({ viewer, params, body }) => ({
      member: await setStaffRole(viewer, params.memberId, body.staffRole),
    }),
  ),
});
