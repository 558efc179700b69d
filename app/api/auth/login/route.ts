import { loginBody, sessionAnswer } from "@/lib/accounts/schema";
import { logInWithPassword } from "@/lib/accounts/server/passwords";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { signingInBrowser } from "@/lib/sessions/server/browser";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute(
    {
      body: loginBody,
      answer: sessionAnswer,
      limits: ["password_browser", "password_strangers", "password_ip"],
    },
    async ({ request, body, caller, replyHeaders }) => {
      const { cookie: browserCookie, ...browser } = signingInBrowser(request);
      const { answer, cookie } = await logInWithPassword({ ...body, ...caller, ...browser });
      replyHeaders.append("Set-Cookie", cookie);
      replyHeaders.append("Set-Cookie", browserCookie);
      return answer;
    },
  ),
});
