import { endpoints, publicRoute } from "@/lib/api/route";
import { authenticate } from "@/lib/auth/access";
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
      return Response.json(await register(body, caller.ip), { status: 201 });
    },
  ),
});
