import { accountParams, deactivateBody } from "@/lib/accounts/schema";
import { deactivateAccount } from "@/lib/accounts/server/deactivate";
import { messageAnswer } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { clearCookies } from "@/lib/sessions/server/cookie";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: accountParams, body: deactivateBody, answer: messageAnswer },
    async ({ viewer, params, body, replyHeaders }) => {
      await deactivateAccount(viewer, params.userId, body ?? {});
      clearCookies(replyHeaders);
      return { message: "Your account is deactivated. Log in to bring it back." };
    },
  ),
});
