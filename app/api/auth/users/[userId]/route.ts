import { endpoints, memberRoute } from "@/lib/api/route";
import { messageAnswer } from "@/lib/api/shapes";
import { accountParams } from "@/lib/auth/contract";
import { clearCookies } from "@/lib/auth/cookie";
import { deleteAccount } from "@/lib/auth/service/delete-account";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: memberRoute(
    { params: accountParams, answer: messageAnswer },
    async ({ viewer, params, replyHeaders }) => {
      await deleteAccount(viewer, params.userId);
      clearCookies(replyHeaders);
      return { message: "Your account is deleted." };
    },
  ),
});
