import { endpoints, publicRoute } from "@/lib/api/route";
import { checkCodeBody, sessionAnswer } from "@/lib/auth/contract";
import { checkCode } from "@/lib/auth/service/codes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute(
    { body: checkCodeBody, answer: sessionAnswer },
    async ({ body, caller, replyHeaders }) => {
      const { email, otp, collegeName } = body;
      const { answer, cookie } = await checkCode({ email, code: otp, collegeName, ...caller });
      replyHeaders.append("Set-Cookie", cookie);
      return answer;
    },
  ),
});
