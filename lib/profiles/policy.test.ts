import { canEditProfile, canExport, canJoinCircle } from "@/lib/profiles/policy";

test("a person edits and downloads their own profile and nobody else's", () => {
  for (const rule of [canEditProfile, canExport]) {
    expect(rule({ id: "a" }, "a")).toBe(true);
    expect(rule({ id: "a" }, "b")).toBe(false);
  }
});

test("a person joins every circle but their own", () => {
  expect(canJoinCircle({ id: "a" }, "b")).toBe(true);
  expect(canJoinCircle({ id: "a" }, "a")).toBe(false);
});
