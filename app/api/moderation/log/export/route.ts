import { CSV } from "@/lib/api/server/csv-file";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { exportLog } from "@/lib/college/server/export-log";
import { logChoice } from "@/lib/moderation/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { staff: "admin", query: logChoice, answerType: CSV, limit: "export" },
    ({ viewer, query }) => exportLog(viewer, query),
  ),
});
