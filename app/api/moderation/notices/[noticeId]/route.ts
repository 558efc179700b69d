import { endpoints, memberRoute } from "@/lib/api/server/route";
import { noticeParams, sentNoticeAnswer } from "@/lib/notices/schema";
import { withdrawNotice } from "@/lib/notices/server/send";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: memberRoute(
    { params: noticeParams, answer: sentNoticeAnswer, limit: "write", staff: "admin" },
    async ({ viewer, params }) => ({ notice: await withdrawNotice(viewer, params.noticeId) }),
  ),
});
