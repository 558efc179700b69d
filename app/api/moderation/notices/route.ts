import { endpoints, memberRoute } from "@/lib/api/server/route";
import { newNoticeBody, sentNoticeAnswer, sentNoticesAnswer } from "@/lib/notices/schema";
import { listNotices, sendNotice } from "@/lib/notices/server/send";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: sentNoticesAnswer, staff: "moderator" }, async () => ({
    notices: await listNotices(),
  })),
  POST: memberRoute(
    { body: newNoticeBody, answer: sentNoticeAnswer, status: 201, limit: "notify", staff: "moderator" },
    async ({ viewer, body }) => ({ notice: await sendNotice(viewer, body) }),
  ),
});
