import { CSV } from "@/lib/api/server/csv-file";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { peopleChoice } from "@/lib/college/schema";
import { exportPeople } from "@/lib/college/server/export-people";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { staff: "admin", query: peopleChoice, answerType: CSV, limit: "export" },
    ({ viewer, query }) => exportPeople(viewer, query),
  ),
});
