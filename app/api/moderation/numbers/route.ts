import { endpoints, memberRoute } from "@/lib/api/server/route";
import { getNumbers } from "@/lib/moderation/server/staff";
import { numbersAnswer } from "@/lib/moderation/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ staff: "moderator", answer: numbersAnswer }, ({ viewer }) => getNumbers(viewer)),
});
