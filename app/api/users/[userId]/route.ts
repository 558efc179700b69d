import { renewCookie } from "@/lib/accounts/server/sessions";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { meAnswer, profileBody, profileForm, userAnswer, userParams } from "@/lib/profiles/schema";
import { bioMentions } from "@/lib/profiles/server/mentions";
import { assertOwnProfile, getUser, updateProfile } from "@/lib/profiles/server/profile";
import { readProfileChange } from "@/lib/profiles/server/profile-form";
import { toOwnUser } from "@/lib/profiles/server/profile-rows";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ params: userParams, answer: userAnswer }, async ({ viewer, params }) => ({
    user: await getUser(viewer, params.userId),
  })),
  // The body may be JSON or a form with a picture, so it is read here, after the checks.
  PUT: memberRoute(
    {
      params: userParams,
      bodies: { "application/json": profileBody, "multipart/form-data": profileForm },
      answer: meAnswer,
      limit: "write",
      limits: ["upload", "rename", "affiliation", "same_link", "same_site"],
    },
    async ({ viewer, params, request, replyHeaders }) => {
      await assertOwnProfile(viewer, params.userId);
      const change = await readProfileChange(viewer, request);
      const user = await updateProfile(viewer, params.userId, change);
      replyHeaders.append("Set-Cookie", await renewCookie(viewer, user));
      const mentions = await bioMentions(user);
      return { user: { ...toOwnUser(user, viewer), mentions } };
    },
  ),
});
