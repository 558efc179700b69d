/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AddPictureScreen } from "@/components/accounts/add-picture-screen";
import { CreatingProfileScreen } from "@/components/accounts/creating-profile-screen";
import { NameScreen } from "@/components/accounts/name-screen";
import { PasswordScreen } from "@/components/accounts/password-screen";
import { StudentIdScreen } from "@/components/accounts/student-id-screen";
import { EMPTY_DRAFT } from "@/lib/accounts/client/registration-draft";
import { signUp } from "@/lib/accounts/client/sign-up";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser, router, storeSignUp } from "@/tests/fresh-browser";
import { newcomer } from "@/tests/user-fixture";

jest.mock("next/navigation", () => ({ useRouter: () => router }));

beforeEach(() => {
  freshBrowser(newcomer());
  URL.revokeObjectURL = () => undefined;
  // jsdom does not navigate and logs an error.
  jest.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("signing up with the wrong account", () => {
  test.each([
    ["the name", NameScreen],
    ["the College ID", StudentIdScreen],
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
