import { endpoints, memberRoute } from "@/lib/api/server/route";
import { newNoticeBody, sentNoticeAnswer, sentNoticesAnswer } from "@/lib/notices/schema";
import { listNotices, sendNotice } from "@/lib/notices/server/send";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: sentNoticesAnswer, staff: "admin" }, async () => ({
    notices: await listNotices(),
  })),
  POST: memberRoute(
    { body: newNoticeBody, answer: sentNoticeAnswer, status: 201, limit: "notify", staff: "admin" },
    async ({ viewer, body }) => ({ notice: await sendNotice(viewer, body) }),
  ),
});
