/** @jest-environment jsdom */
import { EMPTY_DRAFT } from "@/lib/accounts/client/registration-draft";

const KEY = "userRegisterData";
const stored = () => localStorage.getItem(KEY);

/** The draft as a freshly opened page sees it. */
async function start(content?: string) {
  if (content !== undefined) localStorage.setItem(KEY, content);
  jest.resetModules();
  const { registrationDraft: draft, updateDraft: update } = await import(
    "@/lib/accounts/client/registration-draft"
  );
  return { update, read: draft.getState, clear: draft.clear, reset: draft.reset };
}

beforeEach(() => localStorage.clear());

describe("the registration draft", () => {
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

  test("can be reset in memory only, and is loaded again at the next start", async () => {
    const { update, read, reset } = await start();
    update({ name: "Dev" });
    reset();
    expect(read()).toEqual(EMPTY_DRAFT);
    expect((await start()).read().name).toBe("Dev");
  });
});
