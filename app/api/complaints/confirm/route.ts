import { messageAnswer } from "@/lib/api/fields";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { confirmationBody } from "@/lib/complaints/schema";
import { confirmComplaint } from "@/lib/complaints/server/complaints";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute(
    { body: confirmationBody, answer: messageAnswer, limits: ["complaint_confirm"] },
    async ({ body, caller }) => {
      await confirmComplaint(body, caller.ip);
      return { message: "Your complaint has reached the admins." };
    },
  ),
});
