import type { RegisterBody } from "@/lib/accounts/schema";
import { ANONYMOUS_NAME, NO_COLLEGE } from "@/lib/product";
import { NAME_MIN } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";

/** The numbers, texts and rules of signing up and in (docs/product.md, Numbers). */

export const CODE_LENGTH = 6;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const PASSWORD_MIN = 6;
/** Long enough for any passphrase, short enough that hashing it cannot be used for an attack. */
export const PASSWORD_MAX = 200;
/** How long after signing in, or a proof, a first password may be set without a code. */
export const RECENT_MINUTES = 10;

/** An address without the characters that no one sees: they come along when it is pasted. */
export const visibleAddress = (typed: string) => typed.replace(/[\p{Cf}\p{DI}]/gu, "").trim();
/** An address that someone typed, as it is stored. */
export const addressTyped = (typed: string) => visibleAddress(typed).toLowerCase();
export const INVALID_EMAIL = "Please enter a valid email address.";
export const NO_COLLEGE_EMAIL = "Please use a valid college email!";
export const ALREADY_REGISTERED = "This email is already registered. Please log in instead.";
export const PASSWORD_MISSING = "Please enter your password.";
export const COMMON_PASSWORD =
  "That password is too easy to guess. Please choose one without common words or your own name.";
export const INVALID_CODE = "Invalid verification code. Please try again.";
export const NO_SESSION = "Missing token or user ID. Please log in again.";

/** What a registration contains (docs/product.md, "Signing up", step 8). */
export type RegistrationDetails = { name: string; email: string; collegeName: string; password: string };

/** Field names as the alert lists them. */
export type RegistrationField = "Name" | "Email" | "College Name" | "Password";

/** Fields that are missing or too short, in the order in which the alert lists them. */
export function incompleteFields(details: RegistrationDetails): RegistrationField[] {
  const { name, email, collegeName, password } = details;
  const fields: [RegistrationField, boolean][] = [
    ["Name", name.trim().length >= NAME_MIN && name !== ANONYMOUS_NAME],
    ["Email", email.includes("@")],
    ["College Name", collegeName !== "" && collegeName !== NO_COLLEGE],
    ["Password", password.length >= PASSWORD_MIN],
  ];
  return fields.filter(([, complete]) => !complete).map(([field]) => field);
}

type Draft = Readonly<Record<"email" | "name" | "collegeName" | "avatar" | "bio", string>>;

/**
 * The full registration of a signed-in person: their account, completed by the draft if it belongs
 * to the same address, plus the password they chose, if any.
 */
export function registrationOf(
  profile: Pick<OwnUser, "email" | "name" | "collegeName">,
  draft: Draft,
  password: string,
): RegisterBody & { name: string; collegeName: string } {
  const ownDraft = draft.email === profile.email ? draft : undefined;
  const unlessPlaceholder = (value: string, placeholder: string) => (value === placeholder ? "" : value);
  return {
    email: profile.email,
    name: unlessPlaceholder(profile.name, ANONYMOUS_NAME) || ownDraft?.name || "",
    collegeName: unlessPlaceholder(profile.collegeName, NO_COLLEGE) || ownDraft?.collegeName || "",
    ...(ownDraft?.avatar ? { avatar: ownDraft.avatar } : {}),
    ...(ownDraft?.bio ? { bio: ownDraft.bio } : {}),
    ...(password ? { password } : {}),
  };
}

/** An address as someone else may see it: `r•••@mitsgwl.ac.in`, whatever its length. */
export const maskedAddress = (email: string): string => email.replace(/^(.).*(?=@)/u, "$1•••");

export type Strength = "weak" | "fair" | "strong";

/** A rough estimate of how hard a password is to guess: length and variety of characters count. */
export function passwordStrength(password: string): Strength {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  if (password.length < PASSWORD_MIN || distinct < 5) return "weak";
  if (password.length >= 14 || (password.length >= 10 && kinds >= 3)) return "strong";
  return password.length >= 8 && kinds >= 2 ? "fair" : "weak";
}

/** What the landing page says to someone whose account is gone. */
export const GOODBYE = {
  deleted: "Your account has been deleted, with everything you shared. Take care, and thanks for being here.",
  deactivated: "Your account is hidden now. Log in any time to bring it back.",
};
export type Goodbye = keyof typeof GOODBYE;
