import { accountParams } from "@/lib/accounts/schema";
import { messageAnswer } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { deleteAccount } from "@/lib/personal-data/server/leave";
import { clearCookies } from "@/lib/sessions/server/cookie";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: memberRoute(
    { params: accountParams, answer: messageAnswer, whileSuspended: true },
    async ({ viewer, params, replyHeaders }) => {
      await deleteAccount(viewer, params.userId);
      clearCookies(replyHeaders);
      return { message: "Your account is deleted." };
    },
  ),
});
