import { useEffect, useState } from "react";
import { useStore } from "zustand/react";
import { CODE_MINUTES } from "@/lib/accounts/policy";
import { fromJson, persistedStore } from "@/lib/store/persisted-store";

/** The registration draft. It never holds a password: one found there is discarded. */
export const EMPTY_DRAFT = {
  collegeName: "",
  collegeId: "",
  email: "",
  name: "",
  avatar: "",
  bio: "",
  authMethod: "",
};
export type RegistrationDraft = Readonly<typeof EMPTY_DRAFT>;

/**
 * How far someone has come who is signing up or in, for when the app is closed between two steps:
 * phones close it while one fetches the code. Neither the code nor a password is in it.
 */
const NOWHERE = {
  email: "",
  /** The code proves the address of a new account. */
  isNewUser: false,
  /** When the last code was sent, in milliseconds since 1970; 0 when none is expected. */
  codeSentAt: 0,
  /** Where the person goes after signing in. */
  next: "",
  /** When this was written, in milliseconds since 1970. */
  savedAt: 0,
};
export type SavedPlace = Readonly<typeof NOWHERE>;

/** Long enough to fetch a code from a slow mailbox, too short for the next person to find it. */
const SAVED_MINUTES = 30;

const isField = (field: string) => Object.hasOwn(EMPTY_DRAFT, field);

const DRAFT_KEY = "userRegisterData";
const PLACE_KEY = "signUpPlace";

/**
 * What signing up stores for all tabs: the draft until the person is registered, and the place for
 * half an hour. The next person at the browser is shown the address in a masked form alone.
 */
export const signUpStorage = persistedStore<{ draft: RegistrationDraft; place: SavedPlace }>({
  area: "local",
  keys: [DRAFT_KEY, PLACE_KEY],
  initial: { draft: EMPTY_DRAFT, place: NOWHERE },
  parse: ([draft, place]) => ({
    draft: (draft && parseDraft(draft)) || EMPTY_DRAFT,
    place: (place && parsePlace(place)) || NOWHERE,
  }),
  format: ({ draft, place }) => [
    draft === EMPTY_DRAFT ? null : JSON.stringify(draft),
    place === NOWHERE ? null : JSON.stringify(place),
  ],
});

/** Parses a stored draft. Removes one that cannot be parsed, and any password in it. */
function parseDraft(text: string): RegistrationDraft | undefined {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
    if (typeof stored !== "object" || stored === null || Array.isArray(stored))
      throw new TypeError("It is no object.");
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: docs/product.md, "Signing up", wants it logged
    console.error("The stored registration draft is unreadable.", error);
    localStorage.removeItem(DRAFT_KEY);
    return undefined;
  }
  const fields = Object.entries(stored).filter(
    ([field, value]) => isField(field) && typeof value === "string",
  );
  const draft = { ...EMPTY_DRAFT, ...Object.fromEntries(fields) };
  if ("password" in stored) localStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  return draft;
}

/** Parses a stored place. Removes one that is too old or cannot be parsed. */
function parsePlace(text: string): SavedPlace | undefined {
  try {
    const place = fromJson(text, NOWHERE);
    if (place && minutesSince(place.savedAt) < SAVED_MINUTES) return place;
  } catch {
    // Something else has written to it.
  }
  localStorage.removeItem(PLACE_KEY);
  return undefined;
}

/** Infinite for a time in the future: the clock has been set back since. */
function minutesSince(time: number): number {
  const minutes = (Date.now() - time) / 60_000;
  return minutes < 0 ? Number.POSITIVE_INFINITY : minutes;
}

/** Changes fields and saves the whole draft. An unknown field is ignored with a warning. */
export function updateDraft(change: Partial<RegistrationDraft>): void {
  const changes = Object.entries(change).filter(([field]) => {
    // biome-ignore lint/suspicious/noConsole: docs/product.md, "Signing up", wants it logged
    if (!isField(field)) console.warn(`The registration draft has no field "${field}".`);
    return isField(field);
  });
  if (changes.length === 0) return;
  signUpStorage.setState(({ draft }) => ({ draft: { ...draft, ...Object.fromEntries(changes) } }));
}

/** Saves a place in sign-up for 30 minutes from now. */
export const savePlace = (place: Omit<SavedPlace, "savedAt">): void =>
  signUpStorage.setState({ place: { ...place, savedAt: Date.now() } });

/** Changes the saved place, if there is one, and saves it for 30 minutes from now. */
export function updatePlace(change: Partial<Omit<SavedPlace, "savedAt">>): void {
  const { place } = signUpStorage.getState();
  if (place.email) savePlace({ ...place, ...change });
}

/** Whether there was a saved place when this page opened. */
export const isPlaceSaved = (): boolean => signUpStorage.getState().place.email !== "";

export const forgetPlace = (): void => signUpStorage.setState({ place: NOWHERE });

/** Whether the code that was sent to this place can still be right. */
export const isCodeAlive = (place: SavedPlace): boolean => minutesSince(place.codeSentAt) < CODE_MINUTES;

/**
 * The place that was saved before this screen opened; undefined when there is none, and once it is
 * too old. What the screen itself saves is about the next screen.
 */
export function useSavedPlace(): SavedPlace | undefined {
  const place = useStore(signUpStorage, (stored) => stored.place);
  const [openedAt] = useState(() => Date.now());
  useEffect(() => {
    if (!place.email) return;
    const left = place.savedAt + SAVED_MINUTES * 60_000 - Date.now();
    const timer = setTimeout(forgetPlace, left);
    return () => clearTimeout(timer);
  }, [place]);
  return place.email !== "" && place.savedAt <= openedAt ? place : undefined;
}
