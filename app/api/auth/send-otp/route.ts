import { ApiError } from "@/lib/api/errors";
import { endpoints, publicRoute } from "@/lib/api/route";
import { messageAnswer } from "@/lib/api/shapes";
import { askingBrowser } from "@/lib/auth/browser";
import { sendCodeBody } from "@/lib/auth/contract";
import { sendCode } from "@/lib/auth/service/codes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute(
    { body: sendCodeBody, answer: messageAnswer },
    async ({ request, body, caller, replyHeaders }) => {
      const { cookie, ...browser } = askingBrowser(request);
      try {
        const answer = await sendCode({ email: body.email, ip: caller.ip, ...browser });
        replyHeaders.append("Set-Cookie", cookie);
        return answer;
      } catch (error) {
        // The mail may arrive although the mail service did not say so.
        if (error instanceof ApiError && error.code === "provider_failed")
          error.headers["Set-Cookie"] = cookie;
        throw error;
      }
    },
  ),
});
