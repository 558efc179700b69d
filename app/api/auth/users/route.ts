import { accountQuery } from "@/lib/accounts/schema";
import { deleteAccountByEmail } from "@/lib/accounts/server/leave";
import { messageAnswer } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { clearCookies } from "@/lib/sessions/server/cookie";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: memberRoute(
    { query: accountQuery, answer: messageAnswer, whileSuspended: true },
    async ({ viewer, query, replyHeaders }) => {
      await deleteAccountByEmail(viewer, query.email);
      clearCookies(replyHeaders);
      return { message: "Your account is deleted." };
    },
  ),
});
