import * as z from "zod";
import { readText } from "@/lib/api/server/body";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { IMPORT_BYTES } from "@/lib/college/policy";
import { importAnswer, importQuery } from "@/lib/college/schema";
import { importPeople } from "@/lib/college/server/import-people";
import { ApiError } from "@/lib/platform/errors";

const CSV = { "text/csv": z.string() };

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { staff: "admin", query: importQuery, bodies: CSV, answer: importAnswer, limit: "write" },
    async ({ request, viewer, query }) => {
      if (!/^text\/csv\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
        throw new ApiError("unsupported_type", "Please send the list as CSV (Content-Type: text/csv).");
      }
      const csv = await readText(request, IMPORT_BYTES);
      return importPeople(viewer, csv, { dryRun: query.dryRun === "1" });
    },
  ),
});
