import { useStore } from "zustand/react";
import {
  EMPTY_DRAFT,
  forgetPlace,
  type RegistrationDraft,
  type SavedPlace,
  savePlace,
  signUpStorage,
  updateDraft,
  updatePlace,
} from "@/lib/accounts/client/sign-up-storage";
import { isProfileComplete } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";
import { persistedStore } from "@/lib/store/persisted-store";

/**
 * State shared by the screens of signing up and in. Each screen reports an event with one verb of
 * `signUp`, and the verb decides what changes.
 *
 * What the person typed and how far they are belongs to the tab, so Back and a reload lose nothing.
 * The registration draft belongs to the browser, and for half an hour so does how far they are. The
 * chosen password is only in the memory of this page: never in storage or in a URL, and gone after
 * a reload.
 */
const EMPTY_FORM = {
  authMethod: "",
  email: "",
  name: "",
  firstName: "",
  lastName: "",
  collegeName: "",
};
type FormFields = Readonly<typeof EMPTY_FORM>;

export type SignUp = FormFields &
  Readonly<{
    /** Where to go after signing in; `safeRedirect` checks it on use. */
    next: string;
    /** The address a code was sent to; empty when none is expected. */
    codeSentTo: string;
    /** When the last code was sent, in milliseconds since 1970. */
    codeSentAt: number;
    /** The code proves the address of a new account. */
    isNewUser: boolean;
    /** The code was sent from a tab that is closed: screens show its address masked. */
    isMasked: boolean;
    /** The person has chosen a password or is about to: registration waits for it. */
    wantsPassword: boolean;
    password: string;
    /** Registered: the earlier steps are over. */
    finished: boolean;
    /** The newcomer has left the guide. */
    guideSeen: boolean;
  }>;

type CodeSent = { email: string; isNewUser: boolean; next?: string | null };
type Details = Record<"name" | "email" | "collegeName" | "password", string>;

const NO_CODE = { codeSentTo: "", codeSentAt: 0, isNewUser: false, isMasked: false };

const store = persistedStore<SignUp>({
  area: "session",
  keys: ["signUp"],
  initial: {
    ...EMPTY_FORM,
    ...NO_CODE,
    next: "",
    wantsPassword: false,
    password: "",
    finished: false,
    guideSeen: false,
  },
  format: ({ password, ...stored }) => [JSON.stringify(stored)],
});

export const useSignUp = (): SignUp => useStore(store);
export const useRegistrationDraft = (): RegistrationDraft => useStore(signUpStorage, ({ draft }) => draft);

export const signUp = {
  read: (): SignUp => store.getState(),
  draft: (): RegistrationDraft => signUpStorage.getState().draft,

  /** A form field changed. */
  typed: (change: Partial<FormFields>): void => store.setState(change),

  /** A visitor on the way to `next` signs in first. */
  started: (next: string | null): void => store.setState({ next: next ?? "" }),

  collegeChosen: (collegeName: string, authMethod: OwnUser["provider"]): void => {
    updateDraft({ collegeName, authMethod });
    store.setState({ authMethod, collegeName, finished: false });
  },

  /** Google or the college confirms an address that has no account yet. */
  vouched: (authMethod: "google" | "oidc", email: string, next: string | null): void => {
    startDraft(email, { authMethod });
    savePlace({ email, isNewUser: true, codeSentAt: 0, next: next ?? "" });
    store.setState({ authMethod, email, next: next ?? "", finished: false });
  },

  /** A code was sent to `email`. Without a `next` the previous one stays. */
  codeSent: ({ email, isNewUser, next = store.getState().next }: CodeSent): void => {
    startDraft(email, { authMethod: "email" });
    const codeSentAt = Date.now();
    savePlace({ email, isNewUser, codeSentAt, next: next ?? "" });
    store.setState({
      authMethod: "email",
      codeSentTo: email,
      codeSentAt,
      isNewUser,
      isMasked: false,
      next: next ?? "",
      finished: false,
    });
  },

  /** Another code was sent to the same address. */
  codeSentAgain: (): void => {
    const codeSentAt = Date.now();
    store.setState({ codeSentAt });
    updatePlace({ codeSentAt });
  },

  /** The person goes on where they were when the app was closed. */
  resumed: ({ email, isNewUser, codeSentAt, next }: SavedPlace, isMasked: boolean): void => {
    const change = { isNewUser, codeSentAt, next, isMasked };
    store.setState({ ...change, authMethod: "email", codeSentTo: email, finished: false });
  },

  /** The person signs up or in with another address than the saved one. */
  placeDeclined: (): void => {
    forgetPlace();
    const { collegeName, authMethod } = signUp.draft();
    updateDraft({ ...EMPTY_DRAFT, collegeName, authMethod });
    store.setState({ ...NO_CODE, email: "" });
  },

  /** All details were submitted at once; the code to prove the address comes next. */
  detailsSubmitted: ({ email, password, ...profile }: Details): void => {
    signUp.codeSent({ email, isNewUser: true });
    updateDraft(profile);
    store.setState({ password, wantsPassword: true });
  },

  /** The code was correct. Newcomers, and people without a name, have further steps to do. */
  addressProven: (user: OwnUser, isNewcomer = store.getState().isNewUser): void => {
    if (isNewcomer || !isProfileComplete(user)) startDraft(user.email);
    else clearEntries();
    if (isProfileComplete(user)) forgetPlace();
    else updatePlace({ codeSentAt: 0 });
  },

  /** The password was correct. */
  passwordProven: (user: OwnUser): void => {
    if (isProfileComplete(user)) clearEntries();
    else {
      startDraft(user.email);
      savePlace({ email: user.email, isNewUser: false, codeSentAt: 0, next: store.getState().next });
    }
    store.setState(NO_CODE);
  },

  nameChosen: ({ email, name }: { email: string; name: string }): void => {
    startDraft(email, { name });
    // The app opens for a complete profile: from here on there is nothing to come back to.
    forgetPlace();
    store.setState({ name });
  },

  /** The college has named the newcomer, who can correct it one step back. */
  nameGiven: (user: { email: string; name: string }): void => {
    signUp.nameChosen(user);
    const [lastName = "", ...first] = user.name.split(" ").reverse();
    store.setState({ firstName: first.reverse().join(" "), lastName });
  },

  collegeIdTyped: (collegeId: string): void => updateDraft({ collegeId }),

  passwordChosen: (password: string): void =>
    store.setState({ password, wantsPassword: true, finished: false }),

  /** The person decided against a password. */
  passwordDeclined: (): void => store.setState({ password: "", wantsPassword: false }),

  /** A chosen password lives no longer than the sign-up it was chosen for. */
  passwordCleared: (): void => {
    if (store.getState().password) store.setState({ password: "" });
  },

  pictureUploaded: (email: string, avatar: string): void => updateDraft({ email, avatar }),

  pictureSkipped: (): void => updateDraft({ avatar: "" }),

  registered: (): void => {
    clearEntries();
    store.setState({ password: "", wantsPassword: false, finished: true, guideSeen: false });
  },

  /** The person goes on to the campus. Returns where they were going. */
  arrived: (): string => {
    const { next } = store.getState();
    store.setState({ next: "", guideSeen: true });
    return next;
  },
};

/** Starts a draft for `email`. A draft of another address is discarded, except for its college. */
function startDraft(email: string, change: Partial<RegistrationDraft> = {}): void {
  const { email: draftEmail, collegeName, authMethod } = signUp.draft();
  const isOtherAddress = draftEmail !== "" && draftEmail !== email;
  updateDraft({ ...(isOtherAddress && { ...EMPTY_DRAFT, collegeName, authMethod }), ...change, email });
}

/** Clears what was typed and drafted once no step needs it any more. `finished` and `next` stay. */
function clearEntries(): void {
  signUpStorage.clear();
  store.setState({ ...EMPTY_FORM, ...NO_CODE });
}
