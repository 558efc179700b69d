/** @jest-environment jsdom */
import { waitFor } from "@testing-library/react";
import { leavePage } from "@/lib/accounts/client/leave-page";
import { watchPersonalData } from "@/lib/accounts/client/watch-personal-data";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { fakeApi } from "@/tests/browser-api";
import { ownUser } from "@/tests/user-fixture";

jest.mock("@/lib/accounts/client/leave-page");

/** Starts a page for the person in storage. */
function startPage(): void {
  document.documentElement.hidden = false;
  watchPersonalData();
}

/** Another tab changes the owner; this one gets no further event. */
function changeOwner(personId: string | null): void {
  localStorage.clear();
  if (personId) {
    localStorage.setItem("dataOwner", personId);
    localStorage.setItem("userProfile", JSON.stringify(ownUser({ _id: personId })));
  }
}
const sendStorageEvent = () => window.dispatchEvent(new StorageEvent("storage", { key: "dataOwner" }));
const restorePage = () => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));

beforeEach(() => {
  jest.mocked(leavePage).mockClear();
  fakeApi(() => ({ status: 204 }));
  localStorage.clear();
  sessionStorage.clear();
  storeTokens({ accessToken: "a", refreshToken: "r" });
  storeProfile(ownUser({ _id: "ishita" }));
  localStorage.setItem("dataOwner", "ishita");
  startPage();
  sessionStorage.setItem("draft:post", "Half written");
});

describe("a page with an owner", () => {
  test.each([
    ["learns that its person logged out in another tab", sendStorageEvent],
    ["is restored by Back after a logout", restorePage],
  ])("is hidden, erased and replaced by the login when it %s", (_, trigger) => {
    changeOwner(null);
    trigger();
    expect(document.documentElement.hidden).toBe(true);
    expect(sessionStorage.getItem("draft:post")).toBeNull();
    expect(leavePage).toHaveBeenCalledWith("/login-page");
  });

  test("is reloaded if someone else has signed in since", () => {
    changeOwner("kabir");
    restorePage();
    expect(sessionStorage.getItem("draft:post")).toBeNull();
    expect(leavePage).toHaveBeenCalledWith(window.location.href);
  });

  test("stays if nothing changed or only the session was lost", () => {
    restorePage();
    for (const key of ["accessToken", "refreshToken", "userProfile", "user"]) localStorage.removeItem(key);
    restorePage();
    sendStorageEvent();
    expect(leavePage).not.toHaveBeenCalled();
    expect(sessionStorage.getItem("draft:post")).toBe("Half written");
  });
});

test("a starting page erases what a person who left has in its tab", () => {
  changeOwner(null);
  sendStorageEvent();
  // Written while the page unloads.
  sessionStorage.setItem("place:/mainfeed", "{}");
  startPage();
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ["deletes the chosen media of a person who left", null, ["drafts"]],
  ["leaves those of the next person alone", "kabir", []],
])("a starting page %s", (_, owner, deleted) => {
  const deleteDatabase = jest.fn<void, [string]>();
  Object.defineProperty(window, "indexedDB", { configurable: true, value: { deleteDatabase } });
  changeOwner(owner);
  // The tab is marked still.
  sessionStorage.setItem("dataOwner", "ishita");
  startPage();
  expect(deleteDatabase.mock.calls.flat()).toEqual(deleted);
  Reflect.deleteProperty(window, "indexedDB");
});

test("a starting page sends unconfirmed logouts", async () => {
  const { calls } = fakeApi(() => ({ status: 204 }));
  localStorage.setItem("pendingLogout", "mine");
  startPage();
  await waitFor(() => expect(localStorage.getItem("pendingLogout")).toBeNull());
  expect(calls).toMatchObject([{ path: "/api/auth/logout", body: { refreshToken: "mine" } }]);
});

test("a stored session without an owner gets one", async () => {
  // Only the id in the profile names its owner, not its text.
  storeProfile(ownUser({ _id: "ishita", bio: "nobody's fool" }));
  localStorage.removeItem("dataOwner");
  startPage();
  await waitFor(() => expect(localStorage.getItem("dataOwner")).toBe("ishita"));
});
