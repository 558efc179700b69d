import { emptyBody } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { complaintAnswer, complaintParams } from "@/lib/complaints/schema";
import { handleComplaint } from "@/lib/complaints/server/complaints";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { staff: "admin", params: complaintParams, body: emptyBody, answer: complaintAnswer, limit: "write" },
    async ({ viewer, params }) => ({ complaint: await handleComplaint(viewer, params.complaintId) }),
  ),
});
