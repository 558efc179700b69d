import { endpoints, memberRoute } from "@/lib/api/server/route";
import { mentionableAnswer, mentionableQuery } from "@/lib/people-search/schema";
import { listMentionable } from "@/lib/people-search/server/mentionable";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { query: mentionableQuery, answer: mentionableAnswer, limits: ["mentionable", "people_seen"] },
    ({ viewer, query }) => listMentionable(viewer, query),
  ),
});
