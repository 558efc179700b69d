import { endpoints, publicRoute } from "@/lib/api/route";
import { messageAnswer, sendCodeBody } from "@/lib/auth/contract";
import { sendCode } from "@/lib/auth/service/codes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute({ body: sendCodeBody, answer: messageAnswer }, ({ body, caller }) =>
    sendCode(body.email, caller.ip),
  ),
});
