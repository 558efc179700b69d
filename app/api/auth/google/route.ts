import { endpoints, publicRoute } from "@/lib/api/route";
import { signingInBrowser } from "@/lib/auth/browser";
import { googleBody, sessionAnswer } from "@/lib/auth/contract";
import { signInWithGoogle } from "@/lib/auth/service/google";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute(
    { body: googleBody, answer: sessionAnswer },
    async ({ request, body, caller, replyHeaders }) => {
      const { cookie: browserCookie, ...browser } = signingInBrowser(request);
      const { answer, cookie } = await signInWithGoogle(body.tokenId, { ...caller, ...browser });
      replyHeaders.append("Set-Cookie", cookie);
      replyHeaders.append("Set-Cookie", browserCookie);
      return answer;
    },
  ),
});
