import { endpoints, memberRoute } from "@/lib/api/server/route";
import { meAnswer } from "@/lib/profiles/schema";
import { getOwnUser } from "@/lib/profiles/server/profile";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: meAnswer, whileSuspended: true }, async ({ viewer }) => ({
    user: await getOwnUser(viewer),
  })),
});
