/** @jest-environment jsdom */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PasswordScreen } from "@/components/accounts/password-screen";
import { signUp } from "@/lib/accounts/client/sign-up";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { ownUser } from "@/tests/user-fixture";

beforeEach(() => {
  freshBrowser();
  fakeApi(() => errorAnswer(500, "internal", "no"));
});

const fill = async (password: string, confirmation: string) => {
  await userEvent.type(screen.getByLabelText("Password"), password);
  await userEvent.type(screen.getByLabelText("Confirm password"), confirmation);
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
};

describe("creating a password", () => {
  test("accepts two matching entries and holds the password only in memory", async () => {
    storeProfile(ownUser());
    show(<PasswordScreen again={false} />);
    await fill("correct horse", "correct horse");
    expect(router.push).toHaveBeenCalledWith("/add-profile-picture-page");
    expect(signUp.read().password).toBe("correct horse");
    expect(signUp.read().wantsPassword).toBe(true);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("correct horse");
  });

  test.each([
    ["entries that differ", "correct horse", "correct hearse", "Passwords do not match."],
    ["fewer than six characters", "horse", "horse", "Password must be at least 6 characters."],
  ])("rejects %s", async (_, password, confirmation, text) => {
    storeProfile(ownUser());
    show(<PasswordScreen again={false} />);
    await fill(password, confirmation);
    expect(screen.getByText(text)).not.toBeNull();
    expect(router.push).not.toHaveBeenCalled();
    expect(signUp.read().password).toBe("");
  });

  test("can show each field", async () => {
    show(<PasswordScreen again={false} />);
    const field = screen.getByLabelText<HTMLInputElement>("Password");
    expect(field.type).toBe("password");
    await userEvent.click(screen.getByRole("button", { name: "Show password" }));
    expect(field.type).toBe("text");
    expect(screen.getByLabelText<HTMLInputElement>("Confirm password").type).toBe("password");
    await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
    expect(field.type).toBe("password");
  });

  test("shows how strong it is", async () => {
    show(<PasswordScreen again={false} />);
    const field = screen.getByLabelText("Password");
    await userEvent.type(field, "horse");
    expect(screen.getByText(/^Weak\./)).not.toBeNull();
    await userEvent.type(field, " battery staple");
    expect(screen.getByText("Strong.")).not.toBeNull();
  });

  test.each(["123456", "ishita2027"])(
    "%s is weak, says that it opens no sign-in, and goes on",
    async (password) => {
      storeProfile(ownUser());
      signUp.nameChosen(ownUser());
      show(<PasswordScreen again={false} />);
      await userEvent.type(screen.getByLabelText("Password"), password);
      await screen.findByText(/^Weak: it is easy to guess\..*it won't log you in/);
      await userEvent.type(screen.getByLabelText("Confirm password"), password);
      await userEvent.click(screen.getByRole("button", { name: "Continue" }));
      expect(router.push).toHaveBeenCalledWith("/add-profile-picture-page");
    },
  );

  test("is still filled in after going back", async () => {
    storeProfile(ownUser());
    const first = show(<PasswordScreen again={false} />);
    await fill("correct horse", "correct horse");
    first.unmount();
    show(<PasswordScreen again={false} />);
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("correct horse");
  });

  test("without an account continues with signing up", async () => {
    show(<PasswordScreen again={false} />);
    await fill("correct horse", "correct horse");
    expect(router.push).toHaveBeenCalledWith("/select-college-page");
  });

  test("lost in a reload leads straight back to registering", async () => {
    storeProfile(ownUser());
    show(<PasswordScreen again />);
    expect(screen.getByRole("alert").textContent).toMatch(/enter it again/);
    await fill("correct horse", "correct horse");
    expect(router.push).toHaveBeenCalledWith("/creating-profile-page");
  });
});
