/** @jest-environment jsdom */
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import { ownUser } from "@/tests/user-fixture";

beforeEach(() => localStorage.clear());

const store = (profile: unknown) => localStorage.setItem("userProfile", JSON.stringify(profile));

test("a profile stored before an update gets blanks for newer fields", () => {
  const { usernameChangeableAt: _, circleCount: __, ...earlier } = ownUser();
  store(earlier);
  expect(readStoredProfile()).toEqual({ ...earlier, usernameChangeableAt: "", circleCount: 0 });
});

test("a profile stored by a newer tab is read with the fields that this one knows", () => {
  store({ ...ownUser(), department: "Physics" });
  expect(readStoredProfile()).toMatchObject(ownUser());
});

test.each([
  ["names no one", { name: "Ishita Verma" }],
  ["has a field of the wrong type", { ...ownUser(), followersCount: "many" }],
  ["is null", null],
  ["is a string", "Ishita"],
])("a profile that %s is unreadable, which is logged once", (_what, profile) => {
  const consoleError = jest.spyOn(console, "error").mockImplementation(() => {});
  store(profile);
  expect(readStoredProfile()).toBeUndefined();
  expect(readStoredProfile()).toBeUndefined();
  expect(consoleError).toHaveBeenCalledTimes(1);
  expect(consoleError).toHaveBeenCalledWith("The stored profile is unreadable.", expect.any(TypeError));
});
