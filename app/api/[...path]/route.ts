import { catchAll } from "@/lib/api/server/route";

/** Every address of the API that is none. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = catchAll("path", {});
