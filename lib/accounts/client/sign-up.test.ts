/** @jest-environment jsdom */
import { updateDraft } from "@/lib/accounts/client/registration-draft";
import { signUp } from "@/lib/accounts/client/sign-up";
import { freshBrowser, storeSignUp } from "@/tests/fresh-browser";
import { newcomer, ownUser } from "@/tests/user-fixture";

const email = "ishita@mitsgwl.ac.in";
const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);

beforeEach(() => freshBrowser());

describe("signing up", () => {
  test("stores each step and in the end clears all but that it is done", () => {
    signUp.typed({ firstName: "Ishita", lastName: "Verma" });
    signUp.collegeChosen("MITS", "email");
    signUp.codeSent({ email, isNewUser: true, next: "/post/1" });
    signUp.addressProven(newcomer());
    signUp.nameChosen({ email, name: "Ishita Verma" });
    signUp.collegeIdTyped("0901CS231042");
    signUp.passwordChosen("four words and 1");
    signUp.pictureUploaded(email, "https://media/a.webp");
    expect(signUp.draft()).toEqual({
      collegeName: "MITS",
      collegeId: "0901CS231042",
      email,
      name: "Ishita Verma",
      avatar: "https://media/a.webp",
      bio: "",
      authMethod: "email",
    });
    expect(signUp.read()).toMatchObject({ codeSentTo: email, isNewUser: true, wantsPassword: true });

    signUp.registered();
    expect(stored()).not.toMatch(/ishita|Ishita|0901CS|four words/);
    expect(signUp.read()).toMatchObject({ finished: true, wantsPassword: false, password: "" });
    expect([signUp.arrived(), signUp.arrived()]).toEqual(["/post/1", ""]);
  });

  test("holds the password only in memory, until the person leaves", () => {
    signUp.detailsSubmitted({ name: "Ishita", email, collegeName: "MITS", password: "four words and 1" });
    expect(signUp.read().password).toBe("four words and 1");
    expect(stored()).not.toContain("four words");
    signUp.passwordCleared();
    expect(signUp.read()).toMatchObject({ password: "", wantsPassword: true });
    signUp.passwordDeclined();
    expect(signUp.read().wantsPassword).toBe(false);
  });

  test("with another address starts over, except for the college", () => {
    updateDraft({
      email: "dev@mitsgwl.ac.in",
      name: "Dev",
      avatar: "https://media/d.webp",
      collegeName: "MITS",
    });
    signUp.vouched("google", email, null);
    expect(signUp.draft()).toMatchObject({
      email,
      name: "",
      avatar: "",
      collegeName: "MITS",
      authMethod: "google",
    });
  });
});

describe("signing in", () => {
  test.each([
    ["a code", signUp.addressProven],
    ["a password", signUp.passwordProven],
  ])("with %s clears the entries, except for the destination", (_, proven) => {
    storeSignUp({ email, codeSentTo: email, next: "/post/1" });
    updateDraft({ email });
    proven(ownUser());
    expect(stored()).not.toContain("ishita");
    expect(signUp.read()).toMatchObject({ email: "", codeSentTo: "", next: "/post/1" });
  });

  test("without a name continues as a sign-up", () => {
    signUp.passwordProven(newcomer());
    expect(signUp.draft().email).toBe(email);
  });
});
