import { endpoints, memberRoute } from "@/lib/api/route";
import { messageAnswer } from "@/lib/api/shapes";
import { accountQuery } from "@/lib/auth/contract";
import { clearCookies } from "@/lib/auth/cookie";
import { deleteAccountByEmail } from "@/lib/auth/service/delete-account";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: memberRoute(
    { query: accountQuery, answer: messageAnswer },
    async ({ viewer, query, replyHeaders }) => {
      await deleteAccountByEmail(viewer, query.email);
      clearCookies(replyHeaders);
      return { message: "Your account is deleted." };
    },
  ),
});
