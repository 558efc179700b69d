import { endpoints, memberRoute } from "@/lib/api/server/route";
import { reportSubject } from "@/lib/moderation/server/report";
import { newReportBody, reportAnswer, reportsAnswer, reportsQuery } from "@/lib/reports/schema";
import { listReports } from "@/lib/reports/server/reports";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: reportsQuery, answer: reportsAnswer }, ({ viewer, query }) =>
    listReports(viewer, query),
  ),
  POST: memberRoute(
    { body: newReportBody, answer: reportAnswer, status: 201, statuses: [200], limit: "report" },
    async ({ viewer, body }) => {
      const { report, isNew } = await reportSubject(viewer, body);
      return isNew ? { report } : Response.json({ report });
    },
  ),
});
