import * as z from "zod";

/** Carries the outbox password to the API, where `Authorization` belongs to the bearer token. */
export const PASSWORD_HEADER = "X-Outbox-Password";

/** The mails of the embedded outbox. */
export const outboxAnswer = z.object({
  mails: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), createdAt: z.string() })),
});
export type OutboxMail = z.infer<typeof outboxAnswer>["mails"][number];
