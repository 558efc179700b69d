import * as z from "zod";

/** What crosses the wire when a session is refreshed or ended. */

export const refreshBody = z.strictObject({
  refreshToken: z.string().min(1).max(500),
});

/**
 * Any token is accepted, or none: the session cookie names the session too, so logging out works
 * without one.
 */
export const logoutBody = z.strictObject({ refreshToken: z.string().optional() });

/** What next-auth answers. A cookie without an open session has an empty one. */
export const csrfAnswer = z.object({ csrfToken: z.string() });
export const cookieSessionAnswer = z
  .object({ userId: z.string(), sessionId: z.string(), expires: z.string() })
  .partial();
export const signoutAnswer = z.object({ url: z.string() });

/** The token from GET /auth/csrf. */
export const signoutBody = z.strictObject({
  csrfToken: z.string().regex(/^[0-9a-f]{64}$/, "That is no CSRF token."),
});

export const tokensAnswer = z.object({ accessToken: z.string(), refreshToken: z.string() });

export type Tokens = z.infer<typeof tokensAnswer>;

/** Who may moderate. */
export const staffRoleField = z.enum(["moderator", "admin"]);
export type StaffRole = z.infer<typeof staffRoleField>;

/** Why a person is suspended; without an end they are banned. */
export const suspensionSchema = z.object({
  until: z.string().nullable(),
  reason: z.string(),
  /** What to appeal. */
  decisionId: z.string(),
});
export type Suspension = z.infer<typeof suspensionSchema>;
