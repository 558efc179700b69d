import { endpoints, memberRoute } from "@/lib/api/server/route";
import { postVersionParams } from "@/lib/posts/schema";
import { removePostVersion } from "@/lib/posts/server/history";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: memberRoute({ params: postVersionParams, limit: "write" }, async ({ viewer, params }) => {
    await removePostVersion(viewer, params.postId, params.versionId);
    return undefined;
  }),
});
