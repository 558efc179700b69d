import { clearDraft, DRAFT_FIELDS, emptyDraft, loadDraft, updateDraft } from "@/lib/auth/draft";
import { makeStorage } from "@/tests/storage";

const KEY = "userRegisterData";

describe("the registration draft", () => {
  test("starts empty in every field", () => {
    expect(loadDraft(makeStorage())).toEqual(Object.fromEntries(DRAFT_FIELDS.map((field) => [field, ""])));
  });

  test("keeps each field a newcomer fills in", () => {
    const storage = makeStorage();
    updateDraft("email", "ishita@mitsgwl.ac.in", storage);
    updateDraft("collegeName", "MITS", storage);
    expect(loadDraft(storage)).toEqual({
      ...emptyDraft(),
      email: "ishita@mitsgwl.ac.in",
      collegeName: "MITS",
    });
  });

  test.each(["{", "null", "[]", '"text"', "7"])("drops %j, which is no draft, and says so", (stored) => {
    const complain = jest.spyOn(console, "error").mockImplementation(() => undefined);
    const storage = makeStorage({ [KEY]: stored });
    expect(loadDraft(storage)).toEqual(emptyDraft());
    expect(storage.getItem(KEY)).toBeNull();
    expect(complain).toHaveBeenCalledTimes(1);
  });

  test("forgets a password found in it", () => {
    const storage = makeStorage({ [KEY]: JSON.stringify({ name: "Dev", password: "hunter2" }) });
    expect(loadDraft(storage)).toEqual({ ...emptyDraft(), name: "Dev" });
    expect(storage.getItem(KEY)).not.toContain("hunter2");
  });

  test("ignores values that are no text", () => {
    const storage = makeStorage({ [KEY]: JSON.stringify({ name: 7, bio: null, email: "a@b" }) });
    expect(loadDraft(storage)).toEqual({ ...emptyDraft(), email: "a@b" });
  });

  test.each(["password", "role", "__proto__", "toString"])(
    "refuses the unknown field %s with a warning",
    (field) => {
      const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
      const storage = makeStorage();
      expect(updateDraft(field, "x", storage)).toEqual(emptyDraft());
      expect(storage.getItem(KEY)).toBeNull();
      expect(warn).toHaveBeenCalledWith(expect.stringContaining(field));
    },
  );

  test("can be cleared", () => {
    const storage = makeStorage();
    updateDraft("name", "Dev", storage);
    clearDraft(storage);
    expect(storage.length).toBe(0);
  });
});
