import { sessionAnswer } from "@/lib/accounts/schema";
import { signInWithOidc, startOidc } from "@/lib/accounts/server/oidc";
import { clearLeft, clearOidcCookie, markAtIssuer } from "@/lib/accounts/server/oidc-cookie";
import { redirectTo } from "@/lib/api/server/response";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { env } from "@/lib/platform/env";
import { signingInBrowser } from "@/lib/sessions/server/browser";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute({ status: 303, limits: ["page_network"] }, async ({ request, caller }) =>
    redirectTo(await startOidc(request, caller.ip)),
  ),
  POST: publicRoute(
    { answer: sessionAnswer, limits: ["oidc_account"] },
    async ({ request, caller, replyHeaders }) => {
      const { cookie: browserCookie, ...browser } = signingInBrowser(request);
      const { answer, cookie } = await signInWithOidc(request, { ...caller, ...browser });
      for (const value of [cookie, browserCookie, clearOidcCookie(), clearLeft()])
        replyHeaders.append("Set-Cookie", value);
      if (env().OIDC_LOGOUT) replyHeaders.append("Set-Cookie", markAtIssuer());
      return answer;
    },
  ),
});
