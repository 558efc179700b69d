import { messageAnswer } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { signPersonOut } from "@/lib/college/server/sign-out";
import { memberParams } from "@/lib/moderation/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { staff: "admin", params: memberParams, answer: messageAnswer, limit: "write" },
    async ({ viewer, params }) => {
      await signPersonOut(viewer, params.memberId);
      return { message: "They are logged out on all devices." };
    },
  ),
});
