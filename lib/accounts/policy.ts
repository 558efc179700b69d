import type { RegisterBody } from "@/lib/accounts/schema";
import { ANONYMOUS_NAME, NO_COLLEGE } from "@/lib/product";
import { NAME_MIN } from "@/lib/profiles/limits";
import type { OwnUser } from "@/lib/profiles/schema";
import { PASSWORD_MIN } from "@/lib/sessions/limits";

/**
 * What a registration holds and needs before it is sent (the specification, §5 "Registration
 * check"). Pure.
 */

export type RegistrationDetails = { name: string; email: string; collegeName: string; password: string };

/** Names of the fields as the alert lists them. */
export type RegistrationField = "Name" | "Email" | "College Name" | "Password";

/** What is missing or too short, in the specification's order. */
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
 * The full registration of a signed-in person: what the account has, completed by the draft if it
 * is one of the same address, with the password if one was chosen.
 */
export function registrationOf(
  profile: Pick<OwnUser, "email" | "name" | "collegeName">,
  draft: Draft,
  password: string,
): RegisterBody & { name: string; collegeName: string } {
  const own = draft.email === profile.email ? draft : undefined;
  const real = (value: string, placeholder: string) => (value === placeholder ? "" : value);
  return {
    email: profile.email,
    name: real(profile.name, ANONYMOUS_NAME) || own?.name || "",
    collegeName: real(profile.collegeName, NO_COLLEGE) || own?.collegeName || "",
    ...(own?.avatar ? { avatar: own.avatar } : {}),
    ...(own?.bio ? { bio: own.bio } : {}),
    ...(password ? { password } : {}),
  };
}

export type Strength = "weak" | "fair" | "strong";

/**
 * How hard a password is to guess, roughly: long ones and those of several kinds of characters are.
 */
export function passwordStrength(password: string): Strength {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const different = new Set(password).size;
  if (password.length < PASSWORD_MIN || different < 5) return "weak";
  if (password.length >= 14 || (password.length >= 10 && kinds >= 3)) return "strong";
  return password.length >= 8 && kinds >= 2 ? "fair" : "weak";
}
