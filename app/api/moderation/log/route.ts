import { endpoints, memberRoute } from "@/lib/api/server/route";
import { readLog } from "@/lib/moderation/server/read-log";
import { logAnswer, logQuery } from "@/lib/moderation/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ staff: "moderator", query: logQuery, answer: logAnswer }, ({ viewer, query }) =>
    readLog(viewer, query),
  ),
});
