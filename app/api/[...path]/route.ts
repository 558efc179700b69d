import { catchAll } from "@/lib/api/server/route";

/** Answers unknown addresses of the API. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = catchAll("path", {});
