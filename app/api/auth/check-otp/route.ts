import { endpoints, publicRoute } from "@/lib/api/route";
import { signingInBrowser } from "@/lib/auth/browser";
import { checkCodeBody, sessionAnswer } from "@/lib/auth/contract";
import { checkCode } from "@/lib/auth/service/check-code";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute(
    { body: checkCodeBody, answer: sessionAnswer },
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
