import { endpoints, memberRoute } from "@/lib/api/server/route";
import { blocksAnswer, hiddenPeopleQuery } from "@/lib/safety/schema";
import { listBlocks } from "@/lib/safety/server/lists";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: hiddenPeopleQuery, answer: blocksAnswer }, ({ viewer, query }) =>
    listBlocks(viewer, query),
  ),
});
