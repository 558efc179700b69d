import * as z from "zod";
import { completedRegistration, registerAnswer, registerBody } from "@/lib/accounts/schema";
import { ownsAddress, register, registerSignedIn } from "@/lib/accounts/server/register";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { authenticate } from "@/lib/sessions/server/access";
import { askingBrowser } from "@/lib/sessions/server/browser";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute(
    {
      body: registerBody,
      answer: z.union([completedRegistration, registerAnswer]),
      statuses: [201],
      limits: [
        "register_ip",
        "password_ip",
        "unknown_address_ip",
        "password",
        "write",
        "rename",
        "same_link",
        "same_site",
      ],
    },
    async ({ request, body, caller, replyHeaders }) => {
      const viewer = request.headers.has("authorization") ? await authenticate(request) : undefined;
      if (viewer && (await ownsAddress(viewer, body.email))) {
        const { answer, cookie } = await registerSignedIn(viewer, body);
        replyHeaders.append("Set-Cookie", cookie);
        return answer;
      }
      const { cookie, ...browser } = askingBrowser(request);
      const answer = await register(body, { email: body.email, ip: caller.ip, ...browser });
      replyHeaders.append("Set-Cookie", cookie);
      return Response.json(answer, { status: 201 });
    },
  ),
});
