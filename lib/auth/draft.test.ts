import { DRAFT_FIELDS, EMPTY_DRAFT, makeDraftStore } from "@/lib/auth/draft";
import { makeStorage } from "@/tests/storage";

const KEY = "userRegisterData";

function start(content: Record<string, string> = {}) {
  const storage = makeStorage(content);
  return { storage, draft: makeDraftStore(() => storage) };
}

describe("the registration draft", () => {
  test("starts empty in every field", () => {
    expect(start().draft.read()).toEqual(Object.fromEntries(DRAFT_FIELDS.map((field) => [field, ""])));
  });

  test("keeps each field a newcomer fills in, and saves the whole of it each time", () => {
    const { storage, draft } = start();
    draft.update("email", "ishita@mitsgwl.ac.in");
    draft.update("collegeName", "MITS");
    const whole = { ...EMPTY_DRAFT, email: "ishita@mitsgwl.ac.in", collegeName: "MITS" };
    expect(draft.read()).toEqual(whole);
    expect(JSON.parse(storage.getItem(KEY) ?? "")).toEqual(whole);
  });

  test("is loaded at the next start", () => {
    const { storage, draft } = start();
    draft.update("name", "Dev Patel");
    expect(makeDraftStore(() => storage).read().name).toBe("Dev Patel");
  });

  test.each(["{", "null", "[]", '"text"', "7"])("drops %j, which is no draft, and says so", (stored) => {
    const complain = jest.spyOn(console, "error").mockImplementation(() => undefined);
    const { storage, draft } = start({ [KEY]: stored });
    expect(draft.read()).toEqual(EMPTY_DRAFT);
    expect(storage.getItem(KEY)).toBeNull();
    expect(complain).toHaveBeenCalledTimes(1);
  });

  test("forgets a password found in it", () => {
    const { storage, draft } = start({ [KEY]: JSON.stringify({ name: "Dev", password: "hunter2" }) });
    expect(draft.read()).toEqual({ ...EMPTY_DRAFT, name: "Dev" });
    expect(storage.getItem(KEY)).not.toContain("hunter2");
  });

  test("ignores values that are no text", () => {
    const { draft } = start({ [KEY]: JSON.stringify({ name: 7, bio: null, email: "a@b", role: "admin" }) });
    expect(draft.read()).toEqual({ ...EMPTY_DRAFT, email: "a@b" });
  });

  test.each(["password", "role", "__proto__", "toString"])(
    "refuses the unknown field %s with a warning",
    (field) => {
      const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
      const { storage, draft } = start();
      draft.update(field, "x");
      expect(draft.read()).toEqual(EMPTY_DRAFT);
      expect(storage.getItem(KEY)).toBeNull();
      expect(warn).toHaveBeenCalledWith(expect.stringContaining(field));
    },
  );

  test("can be cleared, here and in storage", () => {
    const { storage, draft } = start();
    draft.update("name", "Dev");
    draft.clear();
    expect(draft.read()).toEqual(EMPTY_DRAFT);
    expect(storage.length).toBe(0);
  });

  test("can be reset in memory: what is stored comes back at the next start", () => {
    const { storage, draft } = start();
    draft.update("name", "Dev");
    draft.reset();
    expect(draft.read()).toEqual(EMPTY_DRAFT);
    expect(makeDraftStore(() => storage).read().name).toBe("Dev");
  });
});
