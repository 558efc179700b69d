import { endpoints, memberRoute } from "@/lib/api/server/route";
import { findMembers } from "@/lib/moderation/server/staff";
import { membersAnswer, membersQuery } from "@/lib/moderation/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { staff: "admin", query: membersQuery, answer: membersAnswer, limit: "search" },
    ({ viewer, query }) => findMembers(viewer, query.q),
  ),
});
