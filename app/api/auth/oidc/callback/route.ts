import { returnFromIssuer } from "@/lib/accounts/server/oidc";
import { redirectTo } from "@/lib/api/server/response";
import { endpoints, publicRoute } from "@/lib/api/server/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute({ status: 303, limits: ["page_network"] }, async ({ request, caller }) =>
    redirectTo(await returnFromIssuer(request, caller.ip)),
  ),
});
