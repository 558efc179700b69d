/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AccountCreatedScreen } from "@/components/accounts/account-created-screen";
import { AddPictureScreen } from "@/components/accounts/add-picture-screen";
import { CollegeEmailScreen } from "@/components/accounts/college-email-screen";
import { CollegeScreen } from "@/components/accounts/college-screen";
import { CreatingProfileScreen } from "@/components/accounts/creating-profile-screen";
import { NameScreen } from "@/components/accounts/name-screen";
import { PasswordScreen } from "@/components/accounts/password-screen";
import { StudentIdScreen } from "@/components/accounts/student-id-screen";
import { EMPTY_DRAFT } from "@/lib/accounts/client/registration-draft";
import { signUp } from "@/lib/accounts/client/sign-up";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser, storeSignUp } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { newcomer, ownUser } from "@/tests/user-fixture";

const NO_LISTS = { departments: [], programmes: [] };

beforeEach(() => {
  freshBrowser(newcomer());
  URL.revokeObjectURL = () => undefined;
  // jsdom does not navigate and logs an error.
  jest.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("the steps of signing up", () => {
  test.each([
    ["the college", CollegeScreen, 1, "/login-page"],
    ["the email", CollegeEmailScreen, 2, "/select-college-page"],
    ["the name", NameScreen, 4, "/enter-college-email-page"],
    ["the College ID", () => <StudentIdScreen lists={NO_LISTS} />, 5, "/enter-name-page"],
    ["the password", () => <PasswordScreen again={false} />, 5, "/enter-student-id"],
    ["the picture", AddPictureScreen, 6, "/enter-student-id"],
  ])("say how far one is, and lead back: %s", (_, Screen, number, back) => {
    fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<Screen />);
    const progress = screen.getByRole("progressbar", { name: "Signing up" });
    expect(progress.getAttribute("aria-valuetext")).toBe(`Step ${number} of 6`);
    expect(screen.getByRole("link", { name: "Back" }).getAttribute("href")).toBe(back);
  });

  test.each([
    ["the name", NameScreen],
    ["the College ID", () => <StudentIdScreen lists={NO_LISTS} />],
    ["the password", () => <PasswordScreen again={false} />],
    ["the picture", AddPictureScreen],
    ["creating the profile", CreatingProfileScreen],
    ["the success", AccountCreatedScreen],
  ])("are nothing for an old member: %s leads to the feed", async (_, Screen) => {
    storeProfile(ownUser());
    const { calls } = fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<Screen />);
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith("/mainfeed"));
    expect(calls.filter(({ path }) => path !== "/api/auth/refresh")).toEqual([]);
  });

  test.each([
    ["the College ID", () => <StudentIdScreen lists={NO_LISTS} />],
    ["the password", () => <PasswordScreen again={false} />],
    ["the picture", AddPictureScreen],
  ])("stay open to someone who has just said their name: %s", async (_, Screen) => {
    storeProfile(ownUser());
    signUp.nameChosen(ownUser());
    fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<Screen />);
    await screen.findByRole("button", { name: "Continue" });
    expect(router.replace).not.toHaveBeenCalled();
  });
});

describe("signing up with the wrong account", () => {
  test.each([
    ["the name", NameScreen],
    ["the College ID", () => <StudentIdScreen lists={NO_LISTS} />],
    ["the password", () => <PasswordScreen again={false} />],
    ["the picture", AddPictureScreen],
    ["the missing details", CreatingProfileScreen],
  ])("has a way out at the step of %s", async (_, Screen) => {
    fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<Screen />);
    await screen.findByRole("button", { name: "Switch Account" });
    screen.getByText(`Signed in as ${newcomer().email}`);
  });

  test("logs out and leaves nothing in the browser", async () => {
    storeSignUp({ firstName: "Tara", next: "/post/1" });
    signUp.nameChosen({ email: newcomer().email, name: "Tara" });
    signUp.passwordChosen("four words and 1");
    const { calls } = fakeApi(() => ({ status: 204 }));
    show(<NameScreen />);
    await userEvent.click(screen.getByRole("button", { name: "Switch Account" }));
    await waitFor(() => expect(signUp.read().firstName).toBe(""));
    expect(calls).toMatchObject([{ path: "/api/auth/logout", body: { refreshToken: "r" } }]);
    expect(signUp.draft()).toEqual(EMPTY_DRAFT);
    expect(signUp.read().next).toBe("");
    expect(signUp.read().password).toBe("");
    expect(storedAccessToken()).toBeNull();
  });
});
