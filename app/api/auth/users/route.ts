import { accountQuery } from "@/lib/accounts/schema";
import { messageAnswer } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { deleteAccountByEmail } from "@/lib/personal-data/server/leave";
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
