/** @jest-environment jsdom */

import { claimPersonalData, forgetPerson } from "@/lib/accounts/client/personal-data";
import { signUp } from "@/lib/accounts/client/sign-up";
import { updateDraft } from "@/lib/accounts/client/sign-up-storage";
import { recentSearches, rememberSearch } from "@/lib/people-search/client/recent-searches";
import { changeDraft, draftOf } from "@/lib/posts/client/unposted";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { isLeftOver, markTab } from "@/lib/sessions/client/data-owner";
import { forgetStoredSession, lostAddress, storeTokens } from "@/lib/sessions/client/stored-session";
import { rememberFeed } from "@/lib/sessions/marker-cookies";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

const ISHITA = "ishita@mitsgwl.ac.in";
const KABIR = "kabir@mitsgwl.ac.in";

function signIn(_id: string, email: string): void {
  claimPersonalData(_id, email);
  storeTokens({ accessToken: `token of ${_id}`, refreshToken: "r" });
  storeProfile(ownUser({ _id, email, name: _id, username: _id }));
}

/** Leaves the data of a normal day in the browser. */
function leaveData(): void {
  changeDraft("ishita", { caption: "Half written" });
  rememberSearch("kabir");
  localStorage.setItem("pushFor", "ishita");
  localStorage.setItem("something of tomorrow", "x");
  sessionStorage.setItem("place:/mainfeed", "{}");
  rememberFeed("circle");
}

const everything = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);

beforeEach(() => {
  freshBrowser();
  markTab();
  signIn("ishita", ISHITA);
});

describe("what a person leaves in the browser", () => {
  test("stays for the same person when the session is lost", () => {
    leaveData();
    forgetStoredSession();
    // The address is left in this tab alone, for the login.
    expect(JSON.stringify(localStorage)).not.toMatch(ISHITA);
    expect(lostAddress()).toBe(ISHITA);
    expect(document.cookie).toContain("feed=circle");
    signIn("ishita", ISHITA);
    expect(draftOf("ishita").caption).toBe("Half written");
    expect(recentSearches.getState().searches).toEqual(["kabir"]);
  });

  test("is erased on logout and account deletion, except for device settings", () => {
    const settings = {
      theme: "dark",
      autoplay: "off",
      reducedData: "on",
      keyboardShortcuts: "off",
      altTextReminder: "on",
    };
    for (const [key, value] of Object.entries(settings)) localStorage.setItem(key, value);
    leaveData();
    signUp.typed({ email: ISHITA, firstName: "Ishita" });
    updateDraft({ name: "Ishita" });
    forgetPerson();
    expect({ ...localStorage }).toEqual(settings);
    expect(document.cookie).not.toContain("feed=");
    // The mark of the tab stays, so that the next page can erase what this one may still write.
    expect(Object.keys(sessionStorage)).toEqual(["dataOwner"]);
    expect(draftOf("ishita").caption).toBe("");
    expect(recentSearches.getState().searches).toEqual([]);
    expect(signUp.read().firstName).toBe("");
    expect(signUp.draft().name).toBe("");
  });

  test("is erased when someone else signs in, whose own session and sign-up stay", () => {
    leaveData();
    forgetStoredSession();
    signUp.typed({ email: KABIR, firstName: "Kabir" });
    signUp.started("/notify");
    updateDraft({ email: KABIR });
    signIn("kabir", KABIR);
    expect(draftOf("ishita").caption).toBe("");
    expect(everything()).not.toMatch(/ishita|Half|place|tomorrow/);
    expect(localStorage.getItem("accessToken")).toBe("token of kabir");
    expect(signUp.read()).toMatchObject({ firstName: "Kabir", next: "/notify" });
    expect(signUp.draft().email).toBe(KABIR);
  });

  test("of an unfinished sign-up does not pass to the next person", () => {
    signUp.typed({ email: ISHITA, firstName: "Ishita" });
    updateDraft({ email: ISHITA });
    forgetStoredSession();
    signIn("kabir", KABIR);
    expect(signUp.read().firstName).toBe("");
    expect(signUp.draft().email).toBe("");
  });
});

describe("a tab", () => {
  test("is left over once its person has logged out elsewhere", () => {
    expect(isLeftOver()).toBe(false);
    forgetStoredSession();
    expect(isLeftOver()).toBe(false);
    forgetPerson();
    expect(isLeftOver()).toBe(true);
    markTab();
    expect(isLeftOver()).toBe(false);
  });

  test("is left over when it returns with another person's data", () => {
    forgetPerson();
    markTab();
    // A closed tab that is reopened brings its session storage along.
    sessionStorage.setItem("dataOwner", "ishita");
    expect(isLeftOver()).toBe(true);
  });
});
