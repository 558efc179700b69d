import { endpoints, publicRoute } from "@/lib/api/route";
import { googleBody, sessionAnswer } from "@/lib/auth/contract";
import { signInWithGoogle } from "@/lib/auth/service/google";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute({ body: googleBody, answer: sessionAnswer }, async ({ body, caller, replyHeaders }) => {
    const { answer, cookie } = await signInWithGoogle(body.tokenId, caller);
    replyHeaders.append("Set-Cookie", cookie);
    return answer;
  }),
});
