import { messageAnswer } from "@/lib/api/fields";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { complaintBody } from "@/lib/complaints/schema";
import { complain } from "@/lib/complaints/server/complaints";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute(
    { body: complaintBody, answer: messageAnswer, limits: ["complaint_ip"] },
    async ({ body, caller }) => {
      await complain(body, caller.ip);
      return { message: "Your complaint has reached the admins." };
    },
  ),
});
