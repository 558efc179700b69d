import { endAtIssuer } from "@/lib/accounts/server/oidc";
import { clearAtIssuer } from "@/lib/accounts/server/oidc-cookie";
import { redirectTo } from "@/lib/api/server/response";
import { endpoints, publicRoute } from "@/lib/api/server/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute({ status: 303, limits: ["page_network"] }, async ({ caller }) =>
    redirectTo({ location: await endAtIssuer(caller.ip), cookie: clearAtIssuer() }),
  ),
});
