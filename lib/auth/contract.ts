import { z } from "zod";
import { idParam } from "@/lib/api/pages";
import { bioField, collegeField, nameField, ownUserShape, pictureField } from "@/lib/users/contract";

/** Numbers of the specification (§5, §9) and of contract §3, §4. */
export const CODE_LENGTH = 6;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const PASSWORD_MIN = 6;
/** Long enough for any passphrase, short enough that hashing it is no attack. */
export const PASSWORD_MAX = 200;
export const ACCESS_MINUTES = 15;
export const REFRESH_DAYS = 30;

/**
 * An e-mail address, trimmed and lower-cased before anything else. ASCII only: no college's address is anything else,
 * look-alike letters can't pass for another person, and every side agrees on what lower case is.
 */
export const emailField = z
  .string("Please enter a valid email address.")
  .trim()
  .toLowerCase()
  .max(254, "Please enter a valid email address.")
  .regex(
    /^(?=[\x21-\x7e]+$)[^@<>"(),:;\\[\]]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/,
    "Please enter a valid email address.",
  );

export const passwordField = z
  .string()
  .min(PASSWORD_MIN, "Password must be at least 6 characters.")
  .max(PASSWORD_MAX, `Please keep your password to ${PASSWORD_MAX} characters.`);

/** `{email}`, `{collegeName, email}` or the whole registration; which one it is shows in the fields it has. */
export const registerBody = z.strictObject({
  email: emailField,
  collegeName: collegeField.optional(),
  name: nameField.optional(),
  password: passwordField.optional(),
  avatar: pictureField.optional(),
  bio: bioField.optional(),
});
export type RegisterBody = z.input<typeof registerBody>;

export const registerAnswer = z.object({
  user: ownUserShape.partial().required({ email: true, name: true, collegeName: true }),
  token: z.string().optional(),
  message: z.string(),
});

/** The answer to somebody who is signed in with the address: the whole profile and a fresh access token. */
export const completedRegistration = z.object({ user: ownUserShape, token: z.string(), message: z.string() });

export const sendCodeBody = z.strictObject({ email: emailField });
export const messageAnswer = z.object({ message: z.string() });

export const checkCodeBody = z.strictObject({
  email: emailField,
  otp: z
    .string()
    .transform((code) => code.replace(/\s+/g, ""))
    .pipe(z.string().regex(/^\d{1,6}$/, "Invalid verification code. Please try again.")),
  /** The specification sends it; a session's tokens are always given. */
  accessToken: z.boolean().optional(),
  collegeName: z.string().max(100).optional(),
});

export const sessionAnswer = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  user: ownUserShape,
  message: z.string().optional(),
  newUser: z.boolean().optional(),
});
export type SessionAnswer = z.infer<typeof sessionAnswer>;

export const refreshBody = z.strictObject({ refreshToken: z.string().min(1).max(500) });
export const tokensAnswer = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type Tokens = z.infer<typeof tokensAnswer>;

export const meAnswer = z.object({ user: ownUserShape });

export const googleBody = z.strictObject({
  tokenId: z.string("Please sign in with Google again.").min(1).max(5000),
  /** Sent by older clients, with placeholders in one flow; what counts is chosen on the college screen. */
  collegeId: z.string().max(100).nullish(),
  collegeName: z.string().max(200).nullish(),
  /** Only `student` exists; any other value is ignored (contract §4). */
  role: z.string().max(50).nullish(),
});

export const deviceShape = z.object({
  _id: z.string(),
  userAgent: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  isCurrent: z.boolean(),
});
export type Device = z.infer<typeof deviceShape>;
export const devicesAnswer = z.object({ sessions: z.array(deviceShape) });
export const deviceParams = z.object({ sessionId: idParam });

export const accountParams = z.object({ userId: idParam });
export const accountQuery = z.object({ email: emailField });
