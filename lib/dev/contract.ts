import * as z from "zod/mini";

/** The embedded mode's letterbox as JSON (contract §6). */
export const outboxAnswer = z.object({
  mails: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), createdAt: z.string() })),
});
export type OutboxMail = z.infer<typeof outboxAnswer>["mails"][number];
