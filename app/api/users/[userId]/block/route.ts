import { endpoints, memberRoute } from "@/lib/api/server/route";
import { userParams } from "@/lib/profiles/schema";
import { blockAnswer, blockBody } from "@/lib/safety/schema";
import { setBlock } from "@/lib/safety/server/block";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: userParams, body: blockBody, answer: blockAnswer, limit: "write" },
    ({ viewer, params, body }) => setBlock(viewer, params.userId, body.blocked),
  ),
});
