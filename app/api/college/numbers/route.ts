import { endpoints, memberRoute } from "@/lib/api/server/route";
import { campusNumbersAnswer } from "@/lib/college/schema";
import { campusNumbers } from "@/lib/college/server/numbers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ staff: "admin", answer: campusNumbersAnswer }, () => campusNumbers()),
});
