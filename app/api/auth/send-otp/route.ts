import { sendCodeBody } from "@/lib/accounts/schema";
import { sendCode } from "@/lib/accounts/server/codes";
import { messageAnswer } from "@/lib/api/fields";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { ApiError } from "@/lib/platform/errors";
import type { LimitName } from "@/lib/platform/rate-limit";
import { askingBrowser } from "@/lib/sessions/server/browser";

const CODE_LIMITS: LimitName[] = [
  "code_browser",
  "code_browser_day",
  "code_network",
  "code_network_day",
  "code_mailbox_day",
  "code_mailbox_strangers",
  "code_ip",
  "unknown_address_ip",
];

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute(
    { body: sendCodeBody, answer: messageAnswer, limits: CODE_LIMITS },
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
