/** @jest-environment jsdom */
import { waitFor } from "@testing-library/react";
import { leavePage } from "@/lib/accounts/client/leave-page";
import { watchPersonalData } from "@/lib/accounts/client/watch-personal-data";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { fakeApi } from "@/tests/browser-api";
import { ownUser } from "@/tests/user-fixture";

jest.mock("@/lib/accounts/client/leave-page");

/** A page begins, for whom the storages name. */
function begin(): void {
  document.documentElement.hidden = false;
  watchPersonalData();
}

/** Another tab changes the owner, which is the last thing this one hears of it. */
function changeOwner(personId: string | null): void {
  localStorage.clear();
  if (personId) {
    localStorage.setItem("dataOwner", personId);
    localStorage.setItem("userProfile", JSON.stringify(ownUser({ _id: personId })));
  }
}
const tell = () => window.dispatchEvent(new StorageEvent("storage", { key: "dataOwner" }));
const comeBack = () => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));

beforeEach(() => {
  jest.mocked(leavePage).mockClear();
  fakeApi(() => ({ status: 204 }));
  localStorage.clear();
  sessionStorage.clear();
  storeTokens({ accessToken: "a", refreshToken: "r" });
  storeProfile(ownUser({ _id: "ishita" }));
  localStorage.setItem("dataOwner", "ishita");
  begin();
  sessionStorage.setItem("draft:post", "Half written");
});

describe("a page of somebody", () => {
  test.each([
    ["hears that they logged out in another tab", tell],
    ["comes back with the Back button after they logged out", comeBack],
  ])("is hidden, erased and left for the login when it %s", (_, notice) => {
    changeOwner(null);
    notice();
    expect(document.documentElement.hidden).toBe(true);
    expect(sessionStorage.getItem("draft:post")).toBeNull();
    expect(leavePage).toHaveBeenCalledWith("/login-page");
  });

  test("is loaded anew when somebody else signed in meanwhile", () => {
    changeOwner("kabir");
    comeBack();
    expect(sessionStorage.getItem("draft:post")).toBeNull();
    expect(leavePage).toHaveBeenCalledWith(window.location.href);
  });

  test("stays when nothing changed, and when only the session was lost", () => {
    comeBack();
    for (const key of ["accessToken", "refreshToken", "userProfile", "user"]) localStorage.removeItem(key);
    comeBack();
    tell();
    expect(leavePage).not.toHaveBeenCalled();
    expect(sessionStorage.getItem("draft:post")).toBe("Half written");
  });
});

test("a page that begins erases what its tab has of somebody who left", () => {
  changeOwner(null);
  tell();
  // Written on the way out.
  sessionStorage.setItem("place:/mainfeed", "{}");
  begin();
  expect(sessionStorage).toHaveLength(0);
});

test("a page that begins sends the logout the server has not confirmed", async () => {
  const { calls } = fakeApi(() => ({ status: 204 }));
  localStorage.setItem("pendingLogout", "mine");
  begin();
  await waitFor(() => expect(localStorage.getItem("pendingLogout")).toBeNull());
  expect(calls).toMatchObject([{ path: "/api/auth/logout", body: { refreshToken: "mine" } }]);
});

test("a stored session without an owner gets one", async () => {
  localStorage.removeItem("dataOwner");
  begin();
  await waitFor(() => expect(localStorage.getItem("dataOwner")).toBe("ishita"));
});
