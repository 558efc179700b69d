import { endpoints, memberRoute } from "@/lib/api/server/route";
import { postMuteAnswer, postMuteBody, postParams } from "@/lib/posts/schema";
import { setPostMute } from "@/lib/posts/server/mute";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: postParams, body: postMuteBody, answer: postMuteAnswer, limit: "write" },
    ({ viewer, params, body }) => setPostMute(viewer, params.postId, body.muted),
  ),
});
