import { endpoints, memberRoute } from "@/lib/api/route";
import { messageAnswer, noBody } from "@/lib/api/shapes";
import { accountParams } from "@/lib/auth/contract";
import { clearCookies } from "@/lib/auth/cookie";
import { deactivateAccount } from "@/lib/auth/service/deactivate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: accountParams, body: noBody, answer: messageAnswer },
    async ({ viewer, params, replyHeaders }) => {
      await deactivateAccount(viewer, params.userId);
      clearCookies(replyHeaders);
      return { message: "Your account is deactivated. Log in to bring it back." };
    },
  ),
});
