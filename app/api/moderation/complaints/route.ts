import { endpoints, memberRoute } from "@/lib/api/server/route";
import { complaintsAnswer, complaintsQuery } from "@/lib/complaints/schema";
import { listComplaints } from "@/lib/complaints/server/complaints";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ staff: "admin", query: complaintsQuery, answer: complaintsAnswer }, ({ query }) =>
    listComplaints(query),
  ),
});
