import { useEffect, useState } from "react";
import { useStore } from "zustand/react";
import { CODE_MINUTES } from "@/lib/accounts/policy";
import { fromJson, persistedStore } from "@/lib/store/persisted-store";

/**
 * How far someone has come who is signing up or in, for when the app is closed between two steps:
 * phones close it while one fetches the code. Neither the code nor a password is in it. It outlives
 * the tab, so the next person at the browser is shown the address in a masked form alone.
 */

const KEY = "signUpPlace";

/** Long enough to fetch a code from a slow mailbox, too short for the next person to find it. */
const SAVED_MINUTES = 30;

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

const store = persistedStore<SavedPlace>({
  area: "local",
  keys: [KEY],
  initial: NOWHERE,
  parse: ([text]) => {
    const place = fromJson(text, NOWHERE);
    if (!place || minutesSince(place.savedAt) < SAVED_MINUTES) return place;
    localStorage.removeItem(KEY);
    return undefined;
  },
});

/** Infinite for a time in the future: the clock has been set back since. */
function minutesSince(time: number): number {
  const minutes = (Date.now() - time) / 60_000;
  return minutes < 0 ? Number.POSITIVE_INFINITY : minutes;
}

/** Saves a place in sign-up for 30 minutes from now. */
export const savePlace = (place: Omit<SavedPlace, "savedAt">): void =>
  store.setState({ ...place, savedAt: Date.now() });

/** Changes the saved place, if there is one, and saves it for 30 minutes from now. */
export function updatePlace(change: Partial<Omit<SavedPlace, "savedAt">>): void {
  const place = store.getState();
  if (place.email) savePlace({ ...place, ...change });
}

/** Whether there was a saved place when this page opened. */
export const isPlaceSaved = (): boolean => store.getState().email !== "";

export const forgetPlace = (): void => store.clear();

/** Whether the code that was sent to this place can still be right. */
export const isCodeAlive = (place: SavedPlace): boolean => minutesSince(place.codeSentAt) < CODE_MINUTES;

/**
 * The place that was saved before this screen opened; undefined when there is none, and once it is
 * too old. What the screen itself saves is about the next screen.
 */
export function useSavedPlace(): SavedPlace | undefined {
  const place = useStore(store);
  const [openedAt] = useState(() => Date.now());
  useEffect(() => {
    if (!place.email) return;
    const left = place.savedAt + SAVED_MINUTES * 60_000 - Date.now();
    const timer = setTimeout(forgetPlace, left);
    return () => clearTimeout(timer);
  }, [place]);
  return place.email !== "" && place.savedAt <= openedAt ? place : undefined;
}
