import { canEditProfile, canExport, canJoinCircle } from "@/lib/profiles/policy";

test("people can edit and download only their own profile", () => {
  for (const rule of [canEditProfile, canExport]) {
    expect(rule({ id: "a" }, "a")).toBe(true);
    expect(rule({ id: "a" }, "b")).toBe(false);
  }
});

test("people can join every circle but their own", () => {
  expect(canJoinCircle({ id: "a" }, "b")).toBe(true);
  expect(canJoinCircle({ id: "a" }, "a")).toBe(false);
});
