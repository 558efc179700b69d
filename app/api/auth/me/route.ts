import { endpoints, memberRoute } from "@/lib/api/route";
import { meAnswer } from "@/lib/auth/contract";
import { getOwnUser } from "@/lib/users/service/profile";
import { viewOwnUser } from "@/lib/users/view";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: meAnswer }, async ({ viewer }) => ({
    user: viewOwnUser(await getOwnUser(viewer)),
  })),
});
