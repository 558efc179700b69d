import { endpoints, memberRoute } from "@/lib/api/server/route";
import { recipientsAnswer, recipientsQuery } from "@/lib/people-search/schema";
import { listRecipients } from "@/lib/people-search/server/recipients";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { query: recipientsQuery, answer: recipientsAnswer, limits: ["search", "people_seen"] },
    ({ viewer, query }) => listRecipients(viewer, query),
  ),
});
