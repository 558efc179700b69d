import { ApiError } from "@/lib/api/errors";
import { publicRoute } from "@/lib/api/route";

/** Every address of the API that is none. */
const unknown = publicRoute({}, async () => {
  throw new ApiError("not_found", "There is nothing here.");
});

export {
  unknown as DELETE,
  unknown as GET,
  unknown as OPTIONS,
  unknown as PATCH,
  unknown as POST,
  unknown as PUT,
};
