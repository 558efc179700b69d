import { refreshSession } from "@/lib/accounts/server/sessions";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { refreshBody, tokensAnswer } from "@/lib/sessions/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute(
    { body: refreshBody, answer: tokensAnswer, limits: ["refresh_ip", "refresh_session"] },
    async ({ body, caller, replyHeaders }) => {
      const { tokens, cookie } = await refreshSession(body.refreshToken, caller.ip);
      replyHeaders.append("Set-Cookie", cookie);
      return tokens;
    },
  ),
});
