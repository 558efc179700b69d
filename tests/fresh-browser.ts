import { BroadcastChannel } from "node:worker_threads";
import type { SignUp } from "@/lib/accounts/client/sign-up";
import { preserveFocus } from "@/lib/dom/preserve-focus";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import type { OwnUser } from "@/lib/profiles/schema";
import { announceStoredSession, storeTokens } from "@/lib/sessions/client/stored-session";
import { storageErased } from "@/lib/store/signal";

/** The state of the browser before a component test. */

/** Clears all storage, then stores the session of `person` if there is one. */
export function freshBrowser(person?: OwnUser): void {
  jest.clearAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  storageErased.emit();
  announceStoredSession();
  if (person) {
    storeTokens({ accessToken: "a", refreshToken: "r" });
    storeProfile(person);
  }
}

/** Tabs of a browser with the session of `person` can broadcast to each other: jsdom has no way. */
export function broadcastBetweenTabs(person: OwnUser): void {
  beforeEach(() => {
    Object.assign(window, { BroadcastChannel });
    freshBrowser(person);
  });
  afterEach(() => {
    Reflect.deleteProperty(window, "BroadcastChannel");
  });
}

/** The focus goes to what comes next when its element disappears, as on every screen. */
export function preserveFocusAsOnScreens(): void {
  let stop: () => void;
  beforeEach(() => {
    stop = preserveFocus();
  });
  afterEach(() => stop());
}

/** Stores a sign-up in progress, as a tab has it after a reload. */
export function storeSignUp(signUp: Partial<Omit<SignUp, "password">>): void {
  sessionStorage.setItem("signUp", JSON.stringify(signUp));
  storageErased.emit();
}
