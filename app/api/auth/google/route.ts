import { googleBody, sessionAnswer } from "@/lib/accounts/schema";
import { signInWithGoogle } from "@/lib/accounts/server/vouched";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { signingInBrowser } from "@/lib/sessions/server/browser";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute(
    { body: googleBody, answer: sessionAnswer, limits: ["google_junk_ip", "google_account"] },
    async ({ request, body, caller, replyHeaders }) => {
      const { cookie: browserCookie, ...browser } = signingInBrowser(request);
      const { answer, cookie } = await signInWithGoogle(body.tokenId, { ...caller, ...browser });
      replyHeaders.append("Set-Cookie", cookie);
      replyHeaders.append("Set-Cookie", browserCookie);
      return answer;
    },
  ),
});
