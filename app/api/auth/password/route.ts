import { passwordStateAnswer, proofBody, setPasswordBody } from "@/lib/accounts/schema";
import { getPasswordState, removePassword, setPassword } from "@/lib/accounts/server/passwords";
import { messageAnswer } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { signingInBrowser } from "@/lib/sessions/server/browser";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: passwordStateAnswer, whileSuspended: true }, ({ viewer }) =>
    getPasswordState(viewer),
  ),
  PUT: memberRoute(
    { body: setPasswordBody, answer: messageAnswer, limit: "password" },
    ({ viewer, body, request, caller }) =>
      setPassword({ ...body, viewer, browser: signingInBrowser(request).browser, ip: caller.ip }),
  ),
  DELETE: memberRoute(
    { body: proofBody, answer: messageAnswer, limit: "password" },
    ({ viewer, body, request, caller }) =>
      removePassword({ ...body, viewer, browser: signingInBrowser(request).browser, ip: caller.ip }),
  ),
});
