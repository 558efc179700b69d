import { emptyBody, messageAnswer } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { noticeParams } from "@/lib/notices/schema";
import { dismissNotice } from "@/lib/notices/server/current";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: noticeParams, body: emptyBody, answer: messageAnswer, limit: "write", whileSuspended: true },
    async ({ viewer, params }) => {
      await dismissNotice(viewer, params.noticeId);
      return { message: "Dismissed." };
    },
  ),
});
