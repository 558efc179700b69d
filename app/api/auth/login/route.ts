import { endpoints, publicRoute } from "@/lib/api/route";
import { signingInBrowser } from "@/lib/auth/browser";
import { loginBody, sessionAnswer } from "@/lib/auth/contract";
import { logInWithPassword } from "@/lib/auth/service/passwords";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute(
    { body: loginBody, answer: sessionAnswer },
    async ({ request, body, caller, replyHeaders }) => {
      const { cookie: browserCookie, ...browser } = signingInBrowser(request);
      const { answer, cookie } = await logInWithPassword({ ...body, ...caller, ...browser });
      replyHeaders.append("Set-Cookie", cookie);
      replyHeaders.append("Set-Cookie", browserCookie);
      return answer;
    },
  ),
});
