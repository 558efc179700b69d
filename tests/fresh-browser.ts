import type { SignUp } from "@/lib/accounts/client/sign-up";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import type { OwnUser } from "@/lib/profiles/schema";
import { announceStoredSession, storeTokens } from "@/lib/sessions/client/stored-session";
import { announceErasedStorage } from "@/lib/store/erased-storage";

/** A browser as a person comes to a screen with it. */

/**
 * Takes the place of next/navigation's: `jest.mock("next/navigation", () => ({ useRouter: () =>
 * router }))`.
 */
export const router = { replace: jest.fn(), push: jest.fn(), prefetch: jest.fn() };

/** A browser that keeps nothing yet, but for the session of `person`. */
export function freshBrowser(person?: OwnUser): void {
  jest.clearAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  announceErasedStorage();
  announceStoredSession();
  if (person) {
    storeTokens({ accessToken: "a", refreshToken: "r" });
    storeProfile(person);
  }
}

/** This tab has noted so much of a sign-up, and was loaded again. */
export function storeSignUp(stored: Partial<Omit<SignUp, "password">>): void {
  sessionStorage.setItem("signUp", JSON.stringify(stored));
  announceErasedStorage();
}
