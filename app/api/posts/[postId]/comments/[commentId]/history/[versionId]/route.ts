import { endpoints, memberRoute } from "@/lib/api/server/route";
import { commentVersionParams } from "@/lib/comments/schema";
import { removeCommentVersion } from "@/lib/comments/server/edit";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: memberRoute({ params: commentVersionParams, limit: "write" }, async ({ viewer, params }) => {
    await removeCommentVersion(viewer, params);
    return undefined;
  }),
});
