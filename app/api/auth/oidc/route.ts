import { sessionAnswer } from "@/lib/accounts/schema";
import { signInWithOidc, startOidc } from "@/lib/accounts/server/oidc";
import { clearOidcCookie } from "@/lib/accounts/server/oidc-cookie";
import { redirectTo } from "@/lib/api/server/response";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { signingInBrowser } from "@/lib/sessions/server/browser";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute({ status: 303, limits: ["page_network"] }, async ({ caller }) =>
    redirectTo(await startOidc(caller.ip)),
  ),
  POST: publicRoute(
    { answer: sessionAnswer, limits: ["oidc_account"] },
    async ({ request, caller, replyHeaders }) => {
      const { cookie: browserCookie, ...browser } = signingInBrowser(request);
      const { answer, cookie } = await signInWithOidc(request, { ...caller, ...browser });
      for (const value of [cookie, browserCookie, clearOidcCookie()])
        replyHeaders.append("Set-Cookie", value);
      return answer;
    },
  ),
});
