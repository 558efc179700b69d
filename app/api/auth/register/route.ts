import { endpoints, publicRoute } from "@/lib/api/route";
import { authenticate } from "@/lib/auth/access";
import { askingBrowser } from "@/lib/auth/browser";
import { registerAnswer, registerBody } from "@/lib/auth/contract";
import { ownsAddress, register, registerSignedIn } from "@/lib/auth/service/register";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute(
    { body: registerBody, answer: registerAnswer },
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
