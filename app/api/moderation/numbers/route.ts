import { endpoints, memberRoute } from "@/lib/api/server/route";
import { numbersAnswer } from "@/lib/moderation/schema";
import { getNumbers } from "@/lib/moderation/server/staff";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ staff: "moderator", answer: numbersAnswer }, () => getNumbers()),
});
