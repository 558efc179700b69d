import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { pagedList } from "@/lib/query/pages";
import type { NewReport, Report } from "@/lib/reports/schema";

/** The viewer's own reports: the list, and making one. */

const REPORTS_KEY = ["reports"] as const;

export const reportsOptions = () =>
  pagedList(REPORTS_KEY, (cursor, signal) => api.get("/reports", { query: { cursor }, signal }));

/** Reports something; what was reported before answers the first report. */
export function useReport() {
  return useMutation({
    mutationFn: async (body: NewReport): Promise<Report> => (await api.post("/reports", { body })).report,
    onSuccess: (_report, _body, _context, { client }) => client.invalidateQueries({ queryKey: REPORTS_KEY }),
  });
}
