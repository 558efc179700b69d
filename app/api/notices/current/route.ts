import { endpoints, memberRoute } from "@/lib/api/server/route";
import { currentNoticeAnswer } from "@/lib/notices/schema";
import { currentNotice } from "@/lib/notices/server/current";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: currentNoticeAnswer }, async ({ viewer }) => ({
    notice: await currentNotice(viewer),
  })),
});
