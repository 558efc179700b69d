import * as z from "zod";

/**
 * How the page tells the API the password it was opened with: the browser would send the bearer in
 * its place.
 */
export const PASSWORD_HEADER = "X-Outbox-Password";

/** The embedded mode's letterbox as JSON. */
export const outboxAnswer = z.object({
  mails: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), createdAt: z.string() })),
});
export type OutboxAnswer = z.infer<typeof outboxAnswer>;
export type OutboxMail = z.infer<typeof outboxAnswer>["mails"][number];
