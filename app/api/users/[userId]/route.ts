import { endpoints, memberRoute } from "@/lib/api/route";
import { meAnswer } from "@/lib/auth/contract";
import { renewCookie } from "@/lib/auth/service/sessions";
import { profileBody, userAnswer, userParams } from "@/lib/users/contract";
import { getUser, updateProfile } from "@/lib/users/service/profile";
import { viewOwnUser } from "@/lib/users/view";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ params: userParams, answer: userAnswer }, async ({ viewer, params }) => ({
    user: await getUser(viewer, params.userId),
  })),
  PUT: memberRoute(
    { params: userParams, body: profileBody, answer: meAnswer, limit: "write" },
    async ({ viewer, params, body, replyHeaders }) => {
      const user = await updateProfile(viewer, params.userId, body);
      replyHeaders.append("Set-Cookie", await renewCookie(viewer, user));
      return { user: viewOwnUser(user) };
    },
  ),
});
