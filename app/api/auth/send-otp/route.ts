import { sendCodeBody } from "@/lib/accounts/schema";
import { sendCode } from "@/lib/accounts/server/codes";
import { messageAnswer } from "@/lib/api/fields";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import type { LimitName } from "@/lib/platform/limits";
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
      const answer = await sendCode({ email: body.email, ip: caller.ip, ...browser });
      replyHeaders.append("Set-Cookie", cookie);
      return answer;
    },
  ),
});
