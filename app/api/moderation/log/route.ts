import { endpoints, memberRoute } from "@/lib/api/server/route";
import { logAnswer, logQuery } from "@/lib/moderation/schema";
import { listLog } from "@/lib/moderation/server/staff";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ staff: "moderator", query: logQuery, answer: logAnswer }, ({ query }) => listLog(query)),
});
