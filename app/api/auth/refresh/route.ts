import { endpoints, publicRoute } from "@/lib/api/route";
import { refreshBody, tokensAnswer } from "@/lib/auth/contract";
import { refreshSession } from "@/lib/auth/service/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute({ body: refreshBody, answer: tokensAnswer }, async ({ body, caller, replyHeaders }) => {
    const { tokens, cookie } = await refreshSession(body.refreshToken, caller.ip);
    replyHeaders.append("Set-Cookie", cookie);
    return tokens;
  }),
});
