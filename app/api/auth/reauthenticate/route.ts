import { proofBody } from "@/lib/accounts/schema";
import { reauthenticateSession } from "@/lib/accounts/server/reauthenticate";
import { messageAnswer } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { signingInBrowser } from "@/lib/sessions/server/browser";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { body: proofBody, answer: messageAnswer, limit: "password", whileSuspended: true },
    ({ viewer, body, request, caller }) =>
      reauthenticateSession(viewer, { ...body, browser: signingInBrowser(request).browser, ip: caller.ip }),
  ),
});
