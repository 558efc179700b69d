import * as z from "zod";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { outboxAnswer, PASSWORD_HEADER } from "@/lib/dev/schema";
import { outboxAccess } from "@/lib/dev/server/outbox-access";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { listOutbox } from "@/lib/platform/mail";

const outboxQuery = z.object({ to: z.string().max(300).optional() });

/** The outbox of embedded mode and previews as JSON, for tests and scripts. 404 in production. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute({ query: outboxQuery, answer: outboxAnswer }, async ({ query, request }) => {
    if (env().HAS_OUTBOX && outboxAccess(request.headers) !== "granted") {
      throw new ApiError(
        "forbidden",
        `The outbox opens with its password (${PASSWORD_HEADER}), or by an address of this machine.`,
      );
    }
    const mails = await listOutbox(query.to);
    return {
      mails: mails.map(({ to, subject, text, createdAt }) => ({
        to,
        subject,
        text,
        createdAt: createdAt.toISOString(),
      })),
    };
  }),
});
