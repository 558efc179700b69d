import * as z from "zod/mini";
import { makeTabStore, useTabStore } from "@/lib/hooks/tab-store";

/**
 * What this tab knows of a sign-up or login under way, shared by its screens: what was typed so far (the specification, §3,
 * "Sign-up form state"), so that the browser's Back never loses a word, and how far the person is. Never a password.
 */
const signUpShape = z.object({
  authMethod: z.enum(["", "email", "google"]),
  email: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  collegeName: z.string(),
  /** Where to go once signed in; checked by `nextOr` when it is used. */
  next: z.nullable(z.string()),
  /** A password was chosen, or is about to be: registering has to wait for it. */
  wantsPassword: z.boolean(),
  /** Registered: the steps before lie behind. */
  finished: z.boolean(),
});
export type SignUp = z.infer<typeof signUpShape>;

const EMPTY: SignUp = {
  authMethod: "",
  email: "",
  name: "",
  firstName: "",
  lastName: "",
  collegeName: "",
  next: null,
  wantsPassword: false,
  finished: false,
};

const signUp = makeTabStore("signUp", signUpShape, EMPTY);

export const readSignUp = (): SignUp => signUp.read();

/** Changes what is known. */
export const updateSignUp = (change: Partial<SignUp>): void => signUp.write({ ...signUp.read(), ...change });

/** Forgets what was typed, once nobody will come back to it; how far the person is stays known. */
export const forgetTyped = (): void =>
  updateSignUp({ authMethod: "", email: "", name: "", firstName: "", lastName: "", collegeName: "" });

/** Forgets all of it. */
export const clearSignUp = (): void => signUp.clear();

/** What is known, and nothing while the server renders. */
export const useSignUp = (): SignUp => useTabStore(signUp) ?? EMPTY;
