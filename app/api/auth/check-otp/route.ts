import { checkCodeBody, sessionAnswer } from "@/lib/accounts/schema";
import { checkCode } from "@/lib/accounts/server/check-code";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { signingInBrowser } from "@/lib/sessions/server/browser";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute(
    {
      body: checkCodeBody,
      answer: sessionAnswer,
      limits: ["code_strangers", "code_failures", "code_failures_mailbox", "code_failures_ip"],
    },
    async ({ request, body, caller, replyHeaders }) => {
      const { email, otp, collegeName } = body;
      const { cookie: browserCookie, ...browser } = signingInBrowser(request);
      const { answer, cookie } = await checkCode({ email, code: otp, collegeName, ...caller, ...browser });
      replyHeaders.append("Set-Cookie", cookie);
      replyHeaders.append("Set-Cookie", browserCookie);
      return answer;
    },
  ),
});
