import * as z from "zod";

/** The wire of renewing and ending a session. */

export const refreshBody = z.strictObject({
  refreshToken: z.string().min(1).max(500),
});

/**
 * Any text will do, or none: the session cookie names the session too, and leaving is never
 * refused.
 */
export const logoutBody = z.strictObject({ refreshToken: z.string().optional() });

/** The token of GET /auth/csrf. */
export const signoutBody = z.strictObject({
  csrfToken: z.string().regex(/^[0-9a-f]{64}$/, "That is no CSRF token."),
});

export const tokensAnswer = z.object({ accessToken: z.string(), refreshToken: z.string() });

export type Tokens = z.infer<typeof tokensAnswer>;
