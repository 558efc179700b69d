/** @jest-environment jsdom */

import { signUp } from "@/lib/accounts/client/sign-up";
import { EMPTY_DRAFT, updateDraft } from "@/lib/accounts/client/sign-up-storage";
import { freshBrowser, storeSignUp } from "@/tests/fresh-browser";
import { newcomer, ownUser } from "@/tests/user-fixture";

/** A sign-up in the browser. */

describe("sign up", () => {
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
});

describe("the registration draft", () => {
  const KEY = "userRegisterData";
  const stored = () => localStorage.getItem(KEY);

  /** The draft as a freshly opened page sees it. */
  async function start(content?: string) {
    if (content !== undefined) localStorage.setItem(KEY, content);
    jest.resetModules();
    const { signUpStorage, updateDraft: update } = await import("@/lib/accounts/client/sign-up-storage");
    const { getState, clear, reset } = signUpStorage;
    return { update, read: () => getState().draft, clear, reset };
  }

  beforeEach(() => localStorage.clear());

  test("starts empty in every field", async () => {
    const fields = ["collegeName", "collegeId", "email", "name", "avatar", "bio", "authMethod"];
    expect((await start()).read()).toEqual(Object.fromEntries(fields.map((field) => [field, ""])));
    expect(stored()).toBeNull();
  });

  test("stores every field and saves the whole draft each time", async () => {
    const { update, read } = await start();
    update({ email: "ishita@mitsgwl.ac.in" });
    update({ collegeName: "MITS" });
    const draft = { ...EMPTY_DRAFT, email: "ishita@mitsgwl.ac.in", collegeName: "MITS" };
    expect(read()).toEqual(draft);
    expect(JSON.parse(stored() ?? "")).toEqual(draft);
  });

  test("is loaded at the next start", async () => {
    (await start()).update({ name: "Dev Patel" });
    expect((await start()).read().name).toBe("Dev Patel");
  });

  test("follows another tab that continues the same registration", async () => {
    const { read } = await start();
    localStorage.setItem(KEY, JSON.stringify({ name: "Dev Patel" }));
    window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
    expect(read().name).toBe("Dev Patel");
  });

  test.each(["{", "null", "[]", '"text"', "7"])(
    "removes %j, which is not a draft, and logs it",
    async (content) => {
      const consoleError = jest.spyOn(console, "error").mockImplementation(() => undefined);
      expect((await start(content)).read()).toEqual(EMPTY_DRAFT);
      expect(stored()).toBeNull();
      expect(consoleError).toHaveBeenCalledTimes(1);
    },
  );

  test("discards a stored password", async () => {
    const { read } = await start(JSON.stringify({ name: "Dev", password: "hunter2" }));
    expect(read()).toEqual({ ...EMPTY_DRAFT, name: "Dev" });
    expect(stored()).not.toContain("hunter2");
  });

  test("ignores values that are not strings", async () => {
    const { read } = await start(JSON.stringify({ name: 7, bio: null, email: "a@b", role: "admin" }));
    expect(read()).toEqual({ ...EMPTY_DRAFT, email: "a@b" });
  });

  test.each(["password", "role", "__proto__", "toString"])(
    "ignores the unknown field %s with a warning",
    async (field) => {
      const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
      const { update, read } = await start();
      update(JSON.parse(`{"${field}":"x"}`));
      expect(read()).toEqual(EMPTY_DRAFT);
      expect(stored()).toBeNull();
      expect(warn).toHaveBeenCalledWith(expect.stringContaining(field));
    },
  );

  test("can be cleared in memory and storage", async () => {
    const { update, read, clear } = await start();
    update({ name: "Dev" });
    clear();
    expect(read()).toEqual(EMPTY_DRAFT);
    expect(localStorage).toHaveLength(0);
  });

  test("is not lost when the saved place next to it is unreadable", async () => {
    localStorage.setItem("signUpPlace", "{");
    expect((await start(JSON.stringify({ name: "Dev" }))).read().name).toBe("Dev");
    expect(localStorage.getItem("signUpPlace")).toBeNull();
  });

  test("can be reset in memory only, and is loaded again at the next start", async () => {
    const { update, read, reset } = await start();
    update({ name: "Dev" });
    reset();
    expect(read()).toEqual(EMPTY_DRAFT);
    expect((await start()).read().name).toBe("Dev");
  });
});
