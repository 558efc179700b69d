import { endpoints, publicRoute } from "@/lib/api/route";
import { refreshBody } from "@/lib/auth/contract";
import { clearCookie } from "@/lib/auth/cookie";
import { closeSession } from "@/lib/auth/service/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute({ body: refreshBody, limit: "refresh_ip" }, async ({ body, replyHeaders }) => {
    await closeSession(body.refreshToken);
    replyHeaders.append("Set-Cookie", clearCookie());
    return undefined;
  }),
});
