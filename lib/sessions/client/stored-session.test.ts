/** @jest-environment jsdom */
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import { ownUser } from "@/tests/user-fixture";

beforeEach(() => localStorage.clear());

const store = (profile: unknown) => localStorage.setItem("userProfile", JSON.stringify(profile));

test("a profile stored by an earlier release has what came later as blanks", () => {
  const { usernameChangeableAt: _, circleCount: __, ...earlier } = ownUser();
  store(earlier);
  expect(readStoredProfile()).toEqual({ ...earlier, usernameChangeableAt: "", circleCount: 0 });
});

test("a profile stored by a later release is read with what is known of it", () => {
  store({ ...ownUser(), department: "Physics" });
  expect(readStoredProfile()).toMatchObject(ownUser());
});

test.each([
  ["names nobody", { name: "Ishita Verma" }],
  ["has a field of another kind", { ...ownUser(), followersCount: "many" }],
  ["is nothing", null],
  ["is a text", "Ishita"],
])("a profile that %s is unreadable, which is logged once", (_what, profile) => {
  const complaint = jest.spyOn(console, "error").mockImplementation(() => {});
  store(profile);
  expect(readStoredProfile()).toBeUndefined();
  expect(readStoredProfile()).toBeUndefined();
  expect(complaint).toHaveBeenCalledTimes(1);
  expect(complaint).toHaveBeenCalledWith("The stored profile is unreadable.", expect.any(TypeError));
});
