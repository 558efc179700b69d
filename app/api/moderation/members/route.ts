import { endpoints, memberRoute } from "@/lib/api/server/route";
import { membersAnswer, membersQuery } from "@/lib/moderation/schema";
import { findMembers } from "@/lib/moderation/server/staff";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { staff: "admin", query: membersQuery, answer: membersAnswer, limit: "search" },
    ({ query }) => findMembers(query.q),
  ),
});
