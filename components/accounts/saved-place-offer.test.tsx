/** @jest-environment jsdom */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PasswordLoginScreen } from "@/components/accounts/password-login-screen";
import { SavedPlaceOffer } from "@/components/accounts/saved-place-offer";
import { VerificationScreen } from "@/components/accounts/verification-screen";
import { LandingPlace } from "@/components/landing/landing-place";
import { logOutHere } from "@/lib/accounts/client/personal-data";
import { updateDraft } from "@/lib/accounts/client/registration-draft";
import { signUp } from "@/lib/accounts/client/sign-up";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { storageErased } from "@/lib/store/signal";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { newcomer, ownUser } from "@/tests/user-fixture";

const email = "ishita@mitsgwl.ac.in";
const MASKED = "Continue as i•••@mitsgwl.ac.in";
const MINUTE = 60_000;
const now = Date.now();

/** Everything was typed this long ago. */
function passMinutes(minutes: number): void {
  jest.spyOn(Date, "now").mockReturnValue(now + minutes * MINUTE);
}

/** The system closes the app: what the tab alone had is gone, and a page reads storage again. */
function closeTab(): void {
  sessionStorage.clear();
  storageErased.emit();
}

const offer = () => screen.queryByRole("button", { name: /^Continue as/ });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  passMinutes(0);
  freshBrowser();
});

test("goes on with the code that was sent, and asks for no other while it lives", async () => {
  signUp.codeSent({ email, isNewUser: true, next: "/post/1" });
  closeTab();
  passMinutes(9);
  const { calls } = fakeApi(() => errorAnswer(500, "internal", "no"));
  show(<SavedPlaceOffer />);
  await press(MASKED);
  expect(router.push).toHaveBeenCalledWith("/verification-page");
  expect(signUp.read()).toMatchObject({ codeSentTo: email, isNewUser: true, next: "/post/1" });
  expect(calls).toHaveLength(0);
});

test("sends another code once the first one is over", async () => {
  signUp.codeSent({ email, isNewUser: true });
  closeTab();
  passMinutes(11);
  const { calls } = fakeApi(() => ({ status: 200, body: { message: "OTP sent" } }));
  show(<SavedPlaceOffer />);
  await press(MASKED);
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/verification-page"));
  expect(calls).toMatchObject([{ path: "/api/auth/send-otp", body: { email } }]);
  expect(signUp.read().codeSentAt).toBe(now + 11 * MINUTE);
});

test("says why no other code could be sent, and stays", async () => {
  signUp.codeSent({ email, isNewUser: true });
  passMinutes(11);
  fakeApi(() => errorAnswer(429, "rate_limited", "Please try again in 5 minutes."));
  show(<SavedPlaceOffer />);
  await press(`Continue as ${email}`);
  await screen.findByText("Please try again in 5 minutes.");
  expect(router.push).not.toHaveBeenCalled();
});

test("after the code it goes on with the name, or with the college of a Google account", async () => {
  fakeApi(() => errorAnswer(500, "internal", "no"));
  signUp.codeSent({ email, isNewUser: true });
  storeProfile(newcomer());
  signUp.addressProven(newcomer());
  closeTab();
  const first = show(<SavedPlaceOffer />);
  await press(`Continue as ${email}`);
  expect(router.push).toHaveBeenLastCalledWith("/enter-name-page");
  first.unmount();

  storeProfile(newcomer({ provider: "google" }));
  show(<SavedPlaceOffer />);
  await press(`Continue as ${email}`);
  expect(router.push).toHaveBeenLastCalledWith("/select-college-page");
});

test("the whole address is shown in the tab it was typed in alone, and nowhere after that", async () => {
  fakeApi(() => errorAnswer(500, "internal", "no"));
  signUp.codeSent({ email, isNewUser: false });
  const { unmount } = show(<SavedPlaceOffer />);
  expect(offer()?.textContent).toBe(`Continue as ${email}`);
  unmount();
  closeTab();
  const offered = show(<SavedPlaceOffer />);
  await press(MASKED);
  offered.unmount();
  for (const Screen of [SavedPlaceOffer, VerificationScreen, PasswordLoginScreen]) {
    const { container, unmount: leave } = show(<Screen />);
    expect(container.innerHTML).not.toContain("ishita");
    leave();
  }
});

test("holds neither the code nor a password", () => {
  signUp.detailsSubmitted({ name: "Ishita", email, collegeName: "MITS", password: "four words and 1" });
  expect(JSON.parse(localStorage.getItem("signUpPlace") ?? "")).toEqual({
    email,
    isNewUser: true,
    codeSentAt: now,
    next: "",
    savedAt: now,
  });
});

test("is over after 30 minutes, in a page that is open and in storage", () => {
  signUp.codeSent({ email, isNewUser: true });
  closeTab();
  passMinutes(29);
  const { unmount } = show(<SavedPlaceOffer />);
  expect(offer()).not.toBeNull();
  unmount();
  passMinutes(30);
  closeTab();
  show(<SavedPlaceOffer />);
  expect(offer()).toBeNull();
  expect(localStorage.getItem("signUpPlace")).toBeNull();
});

test.each<[string, () => void]>([
  ["signing in", () => signUp.addressProven(ownUser())],
  ["the name that completes a profile", () => signUp.nameChosen({ email, name: "Ishita Verma" })],
  ["registering", () => signUp.registered()],
  ["logging out", () => logOutHere()],
])("is over with %s", (_, end) => {
  signUp.codeSent({ email, isNewUser: true });
  end();
  show(<SavedPlaceOffer />);
  expect(offer()).toBeNull();
  expect(localStorage.getItem("signUpPlace")).toBeNull();
});

test("another address forgets this one, in the draft too", async () => {
  signUp.typed({ email });
  signUp.codeSent({ email, isNewUser: true });
  updateDraft({ collegeName: "MITS", name: "Ishita" });
  show(<SavedPlaceOffer />);
  await press("Use another address");
  expect(offer()).toBeNull();
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toMatch(/ishita|Ishita/);
  expect(signUp.draft().collegeName).toBe("MITS");
});

test("does not appear on the screen that sends the code, which is about to be left", () => {
  show(<SavedPlaceOffer />);
  passMinutes(1);
  act(() => signUp.codeSent({ email, isNewUser: true }));
  expect(localStorage.getItem("signUpPlace")).not.toBeNull();
  expect(offer()).toBeNull();
});

test("the landing page offers it too", async () => {
  signUp.codeSent({ email, isNewUser: true });
  closeTab();
  show(<LandingPlace />);
  await screen.findByRole("button", { name: MASKED });
});
