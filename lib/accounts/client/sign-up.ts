import { useStore } from "zustand/react";
import {
  EMPTY_DRAFT,
  type RegistrationDraft,
  registrationDraft,
  updateDraft,
} from "@/lib/accounts/client/registration-draft";
import { isProfileComplete } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";
import { persistedStore } from "@/lib/store/persisted-store";

/**
 * Signing up and in: what the screens know of each other. Each says what has happened with one
 * verb of `signUp`; what that changes is decided here.
 *
 * What was typed, and how far the person is, belongs to the tab: the browser's Back and a reload
 * lose nothing of it. The registration draft belongs to the browser. The chosen password is in
 * this page's memory and nowhere else: not in storage, not in an address, gone with a reload.
 */
const NOTHING_TYPED = {
  authMethod: "",
  email: "",
  name: "",
  firstName: "",
  lastName: "",
  collegeName: "",
};
type Typed = Readonly<typeof NOTHING_TYPED>;

export type SignUp = Typed &
  Readonly<{
    /** Where to go once signed in; checked by `safeRedirect` when it is used. */
    next: string;
    /** The address a code was sent to; empty when none is awaited. */
    codeSentTo: string;
    /** The code proves the address of a new account. */
    isNewUser: boolean;
    /** A password was chosen, or is about to be: registering has to wait for it. */
    wantsPassword: boolean;
    password: string;
    /** Registered: the steps before lie behind. */
    finished: boolean;
  }>;

type CodeSent = { email: string; isNewUser: boolean; next?: string | null };
type Details = Record<"name" | "email" | "collegeName" | "password", string>;

const NO_CODE = { codeSentTo: "", isNewUser: false };

const store = persistedStore<SignUp>({
  area: "session",
  keys: ["signUp"],
  initial: { ...NOTHING_TYPED, ...NO_CODE, next: "", wantsPassword: false, password: "", finished: false },
  format: ({ password, ...stored }) => [JSON.stringify(stored)],
});

export const useSignUp = (): SignUp => useStore(store);
export const useRegistrationDraft = (): RegistrationDraft => useStore(registrationDraft);

export const signUp = {
  read: (): SignUp => store.getState(),
  draft: (): RegistrationDraft => registrationDraft.getState(),

  /** A field of a form was changed. */
  typed: (change: Partial<Typed>): void => store.setState(change),

  /** Somebody is on their way to `next`, and signs in first. */
  started: (next: string | null): void => store.setState({ next: next ?? "" }),

  collegeChosen: (collegeName: string, authMethod: "email" | "google"): void => {
    updateDraft({ collegeName, authMethod });
    store.setState({ authMethod, finished: false });
  },

  /** Google vouches for an address that is new here. */
  googleVouched: (email: string, next: string | null): void => {
    startDraft(email, { authMethod: "google" });
    store.setState({ authMethod: "google", email, next: next ?? "", finished: false });
  },

  /** A code is on its way to `email`. Without a `next` the one known before stays. */
  codeSent: ({ email, isNewUser, next = store.getState().next }: CodeSent): void => {
    startDraft(email, { authMethod: "email" });
    store.setState({ authMethod: "email", codeSentTo: email, isNewUser, next: next ?? "", finished: false });
  },

  /** All details were given at once, and wait for the code that proves the address. */
  detailsGiven: ({ email, password, ...rest }: Details): void => {
    signUp.codeSent({ email, isNewUser: true });
    updateDraft(rest);
    store.setState({ password, wantsPassword: true });
  },

  /** The code was right. The steps of a newcomer, or of somebody without a name, lie ahead. */
  addressProven: (user: OwnUser): void => {
    if (store.getState().isNewUser || !isProfileComplete(user)) startDraft(user.email);
    else forget();
  },

  /** The password was right. */
  passwordProven: (user: OwnUser): void => {
    if (isProfileComplete(user)) forget();
    else startDraft(user.email);
    store.setState(NO_CODE);
  },

  nameChosen: ({ email, name }: { email: string; name: string }): void => {
    startDraft(email, { name });
    store.setState({ name });
  },

  collegeIdTyped: (collegeId: string): void => updateDraft({ collegeId }),

  passwordChosen: (password: string): void =>
    store.setState({ password, wantsPassword: true, finished: false }),

  /** Somebody decided to do without a password. */
  passwordDeclined: (): void => store.setState({ password: "", wantsPassword: false }),

  /** A chosen password lives no longer than the sign-up it was chosen for. */
  passwordForgotten: (): void => {
    if (store.getState().password) store.setState({ password: "" });
  },

  pictureUploaded: (email: string, avatar: string): void => updateDraft({ email, avatar }),

  pictureSkipped: (): void => updateDraft({ avatar: "" }),

  registered: (): void => {
    forget();
    store.setState({ password: "", wantsPassword: false, finished: true });
  },

  /** The newcomer has seen the guide. Gives where they were going. */
  guideLeft: (): string => {
    const { next } = store.getState();
    store.setState({ next: "" });
    return next;
  },
};

/**
 * Makes the draft one of `email`. What was noted for another address is forgotten, but for the
 * college.
 */
function startDraft(email: string, change: Partial<RegistrationDraft> = {}): void {
  const { email: before, collegeName, authMethod } = signUp.draft();
  const isAnother = before !== "" && before !== email;
  updateDraft({ ...(isAnother && { ...EMPTY_DRAFT, collegeName, authMethod }), ...change, email });
}

/**
 * Forgets what was noted on the way in, once nobody will come back to it. How far the person is
 * stays known.
 */
function forget(): void {
  registrationDraft.clear();
  store.setState({ ...NOTHING_TYPED, ...NO_CODE });
}
