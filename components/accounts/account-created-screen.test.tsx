/** @jest-environment jsdom */
import { act, screen } from "@testing-library/react";
import { AccountCreatedScreen } from "@/components/accounts/account-created-screen";
import { signUp } from "@/lib/accounts/client/sign-up";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { newcomer, ownUser } from "@/tests/user-fixture";

beforeEach(() => {
  freshBrowser();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

const after = (ms: number) => act(async () => jest.advanceTimersByTime(ms));

test("the screen shows for three seconds, then the guide opens", async () => {
  storeProfile(ownUser());
  signUp.registered();
  show(<AccountCreatedScreen />);
  expect(screen.getByRole("heading").textContent).toBe("You're in, Ishita!");
  await after(2_999);
  expect(router.replace).not.toHaveBeenCalled();
  await after(1);
  expect(router.replace).toHaveBeenCalledWith("/onboarding-guide-page");
});

test("once the guide is read, the screen leads to the feed", async () => {
  storeProfile(ownUser());
  signUp.registered();
  signUp.arrived();
  show(<AccountCreatedScreen />);
  expect(router.replace).toHaveBeenCalledWith("/mainfeed");
  await after(5_000);
  expect(router.replace).toHaveBeenCalledTimes(1);
});

test("a person without a name goes back to enter it", async () => {
  storeProfile(newcomer());
  show(<AccountCreatedScreen />);
  expect(router.replace).toHaveBeenCalledWith("/enter-name-page");
  await after(5_000);
  expect(router.replace).toHaveBeenCalledTimes(1);
});
