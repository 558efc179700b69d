import { endpoints, publicRoute } from "@/lib/api/server/route";
import { complaintBody, receivedAnswer } from "@/lib/complaints/schema";
import { complain } from "@/lib/complaints/server/complaints";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute(
    { body: complaintBody, answer: receivedAnswer, limits: ["complaint_flood"] },
    async ({ body, caller }) => {
      const { needsAnswer } = await complain(body, caller.ip);
      const message = needsAnswer
        ? "Please confirm it with the link in the mail that we have sent you."
        : "Your complaint has reached the admins.";
      return { message, needsAnswer };
    },
  ),
});
