import { sendCodeBody } from "@/lib/accounts/schema";
import { sendCode } from "@/lib/accounts/server/codes";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { messageAnswer } from "@/lib/api/shapes";
import { ApiError } from "@/lib/platform/errors";
import { askingBrowser } from "@/lib/sessions/server/browser";

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
        // The mail may still arrive, and only a browser with this cookie has its own attempts at
        // the code.
        if (error instanceof ApiError && error.code === "provider_failed")
          error.headers["Set-Cookie"] = cookie;
        throw error;
      }
    },
  ),
});
