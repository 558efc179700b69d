import * as z from "zod/mini";
import { endpoints, publicRoute } from "@/lib/api/route";
import { listOutbox } from "@/lib/platform/mail";

const outboxQuery = z.object({ to: z.optional(z.string().check(z.maxLength(300))) });

/** The embedded mode's letterbox as JSON, for tests and scripts. 404 anywhere else (contract §6). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute({ query: outboxQuery }, async ({ query }) => {
    const mails = await listOutbox(query.to);
    return Response.json({
      mails: mails.map(({ to, subject, text, createdAt }) => ({ to, subject, text, createdAt })),
    });
  }),
});
