import * as z from "zod";
import {
  INVALID_CODE,
  INVALID_EMAIL,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PASSWORD_MISSING,
  visibleAddress,
} from "@/lib/accounts/policy";
import { optionalBody, specifiedBody } from "@/lib/api/fields";
import { idParam } from "@/lib/api/pagination";
import { collegeByEmail } from "@/lib/product";
import { collegeField, ownProfileSchema, profileBody } from "@/lib/profiles/schema";
import { asciiDigits } from "@/lib/text/text";

const LOCAL_MAX = 64;

/**
 * An email address, trimmed, without invisible characters and lower-cased first. ASCII only,
 * checked before lower-casing, which would turn a look-alike such as the Kelvin sign into a plain
 * letter. Then every side agrees on what the address is. Before the `@` only what colleges and mail
 * services give out: mail servers read some of the other characters as an address inside the
 * address (`%`, `!`) or decode them (`=?utf-8?q?a?=`), so that a second spelling would reach
 * someone else's mailbox.
 */
export const emailField = z
  .string(INVALID_EMAIL)
  .overwrite(visibleAddress)
  .regex(/^[\x21-\x7e]*$/, INVALID_EMAIL)
  .toLowerCase()
  .max(254, INVALID_EMAIL)
  .regex(/^[\w'+-]+(?:\.[\w'+-]+)*@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/, INVALID_EMAIL)
  .refine((email) => email.indexOf("@") <= LOCAL_MAX, INVALID_EMAIL)
  // One mailbox is one person: `name+anything@` reaches the mailbox of `name@`.
  .refine(
    (email) => !(collegeByEmail(email) && email.includes("+")),
    'Please enter your college email without the "+" and what follows it.',
  );

export const passwordField = z
  .string()
  .min(PASSWORD_MIN, "Password must be at least 6 characters.")
  .max(PASSWORD_MAX, `Please keep your password to ${PASSWORD_MAX} characters.`);

/** `{email}`, `{collegeName, email}` or the whole registration; its fields show which one it is. */
export const registerBody = specifiedBody({
  email: emailField,
  ...profileBody.pick({ name: true, avatar: true, bio: true }).shape,
  collegeName: collegeField.or(z.literal("")).optional(),
  password: passwordField.optional(),
});
export type RegisterBody = z.input<typeof registerBody>;

/** Only when a password was sent; false for one that is easy to guess. */
const passwordOpensSignIn = z.boolean().optional();

/** The answer to anyone else: the address is still to be proven. */
export const registerAnswer = z.object({
  user: ownProfileSchema.partial().required({ email: true, name: true, collegeName: true }),
  message: z.string(),
  passwordOpensSignIn,
});

/**
 * The answer to a person who is signed in with the address: the whole profile and a fresh access
 * token.
 */
export const completedRegistration = z.object({
  user: ownProfileSchema,
  token: z.string(),
  message: z.string(),
  passwordOpensSignIn,
});

export const sendCodeBody = specifiedBody({ email: emailField });

/** A one-time code as typed: spaces are left out, and the digits of any script count. */
const codeField = z
  .string()
  .max(100, INVALID_CODE)
  .transform((code) => asciiDigits(code).replace(/\s+/g, ""))
  .pipe(z.string().regex(/^\d{1,6}$/, INVALID_CODE));

export const checkCodeBody = specifiedBody({
  email: emailField,
  otp: codeField,
  /** Asks for tokens in the answer, which every sign-in gets anyway. */
  accessToken: z.boolean().optional(),
  /** A college that is not the address's, or empty, is left out. */
  collegeName: z.string().max(100).optional(),
});

/** A password to compare, not to set: its minimum length does not matter here. */
const enteredPassword = z
  .string(PASSWORD_MISSING)
  .min(1, PASSWORD_MISSING)
  .max(PASSWORD_MAX, `Please keep your password to ${PASSWORD_MAX} characters.`);

export const loginBody = z.strictObject({ email: emailField, password: enteredPassword });

/**
 * Proof that the account's owner is asking, rather than someone who picked up an unlocked device:
 * one of the two is enough.
 */
const proofFields = { currentPassword: enteredPassword.optional(), otp: codeField.optional() };
export const setPasswordBody = z.strictObject({ password: passwordField, ...proofFields });
export type SetPasswordBody = z.input<typeof setPasswordBody>;
export const proofBody = z.strictObject(proofFields);
export type ProofBody = z.input<typeof proofBody>;

export const passwordStateAnswer = z.object({
  hasPassword: z.boolean(),
  /**
   * This device signed in so recently, or its person has shown so recently that it is them, that no
   * further proof is needed.
   */
  recentlySignedIn: z.boolean(),
});
export type PasswordState = z.infer<typeof passwordStateAnswer>;

export const sessionAnswer = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  user: ownProfileSchema,
  message: z.string().optional(),
  newUser: z.boolean().optional(),
});
export type SessionAnswer = z.infer<typeof sessionAnswer>;

export const googleBody = specifiedBody({
  tokenId: z.string("Please sign in with Google again.").min(1).max(5000),
  /** Clients send placeholders here. The choice on the college screen is what counts. */
  collegeId: z.string().max(100).nullish(),
  collegeName: z.string().max(200).nullish(),
  /** `student` is the only role; any other value is ignored. */
  role: z.string().max(50).nullish(),
});

export const deviceSchema = z
  .object({
    _id: z.string(),
    userAgent: z.string(),
    createdAt: z.string(),
    lastSeenAt: z.string(),
    isCurrent: z.boolean(),
  })
  .meta({ id: "Session" });
export type Device = z.infer<typeof deviceSchema>;
export const devicesAnswer = z.object({ sessions: z.array(deviceSchema) });
export const deviceParams = z.object({ sessionId: idParam });

/** Deactivates as well, and asks for consent again when the person comes back. */
export const deactivateBody = optionalBody({ withdrawsConsent: z.boolean() });

export const accountParams = z.object({ userId: idParam });
export const accountQuery = z.object({ email: emailField });
