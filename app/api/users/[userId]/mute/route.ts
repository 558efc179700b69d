import { endpoints, memberRoute } from "@/lib/api/server/route";
import { userParams } from "@/lib/profiles/schema";
import { muteAnswer, muteBody } from "@/lib/safety/schema";
import { setMute } from "@/lib/safety/server/mute";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: userParams, body: muteBody, answer: muteAnswer, limit: "write" },
    ({ viewer, params, body }) => setMute(viewer, params.userId, body),
  ),
});
