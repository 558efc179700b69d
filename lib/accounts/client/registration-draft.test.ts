/** @jest-environment jsdom */
import { EMPTY_DRAFT } from "@/lib/accounts/client/registration-draft";

const KEY = "userRegisterData";
const stored = () => localStorage.getItem(KEY);

/** The draft as a page that has just been opened has it. */
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

  test("keeps each field a newcomer fills in, and saves the whole of it each time", async () => {
    const { update, read } = await start();
    update({ email: "ishita@mitsgwl.ac.in" });
    update({ collegeName: "MITS" });
    const whole = { ...EMPTY_DRAFT, email: "ishita@mitsgwl.ac.in", collegeName: "MITS" };
    expect(read()).toEqual(whole);
    expect(JSON.parse(stored() ?? "")).toEqual(whole);
  });

  test("is loaded at the next start", async () => {
    (await start()).update({ name: "Dev Patel" });
    expect((await start()).read().name).toBe("Dev Patel");
  });

  test("follows another tab that goes on with the same registration", async () => {
    const { read } = await start();
    localStorage.setItem(KEY, JSON.stringify({ name: "Dev Patel" }));
    window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
    expect(read().name).toBe("Dev Patel");
  });

  test.each(["{", "null", "[]", '"text"', "7"])(
    "drops %j, which is no draft, and says so",
    async (content) => {
      const complain = jest.spyOn(console, "error").mockImplementation(() => undefined);
      expect((await start(content)).read()).toEqual(EMPTY_DRAFT);
      expect(stored()).toBeNull();
      expect(complain).toHaveBeenCalledTimes(1);
    },
  );

  test("forgets a password found in it", async () => {
    const { read } = await start(JSON.stringify({ name: "Dev", password: "hunter2" }));
    expect(read()).toEqual({ ...EMPTY_DRAFT, name: "Dev" });
    expect(stored()).not.toContain("hunter2");
  });

  test("ignores values that are no text", async () => {
    const { read } = await start(JSON.stringify({ name: 7, bio: null, email: "a@b", role: "admin" }));
    expect(read()).toEqual({ ...EMPTY_DRAFT, email: "a@b" });
  });

  test.each(["password", "role", "__proto__", "toString"])(
    "refuses the unknown field %s with a warning",
    async (field) => {
      const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
      const { update, read } = await start();
      update(JSON.parse(`{"${field}":"x"}`));
      expect(read()).toEqual(EMPTY_DRAFT);
      expect(stored()).toBeNull();
      expect(warn).toHaveBeenCalledWith(expect.stringContaining(field));
    },
  );

  test("can be cleared, here and in storage", async () => {
    const { update, read, clear } = await start();
    update({ name: "Dev" });
    clear();
    expect(read()).toEqual(EMPTY_DRAFT);
    expect(localStorage).toHaveLength(0);
  });

  test("can be reset in memory: what is stored comes back at the next start", async () => {
    const { update, read, reset } = await start();
    update({ name: "Dev" });
    reset();
    expect(read()).toEqual(EMPTY_DRAFT);
    expect((await start()).read().name).toBe("Dev");
  });
});
