import { nameField, profileBody, searchQuery } from "@/lib/users/contract";
import { isProfileComplete } from "@/lib/users/policy";

describe("a profile", () => {
  const complete = { name: "Ishita Verma", collegeName: "MITS", email: "i@mitsgwl.ac.in" };

  test.each([
    [complete, true],
    [{ ...complete, name: "Anonymous User" }, false],
    [{ ...complete, name: "" }, false],
    [{ ...complete, collegeName: "--" }, false],
    [{ ...complete, collegeName: "" }, false],
    [{ ...complete, email: "" }, false],
  ])("%j is complete: %s", (profile, answer) => {
    expect(isProfileComplete(profile)).toBe(answer);
  });

  test("a name has 2 to 80 characters as people count them", () => {
    expect(nameField.safeParse("🙂").success).toBe(false);
    expect(nameField.safeParse("Al").success).toBe(true);
    expect(nameField.safeParse("🙂".repeat(80)).success).toBe(true);
    expect(nameField.safeParse("a".repeat(81)).success).toBe(false);
  });

  test.each([
    "email",
    "role",
    "verified",
    "_id",
    "username",
    "followersCount",
    "postsCount",
    "passwordHash",
    "isActive",
    "provider",
    "searchText",
    "avatarId",
  ])("%s can't be written", (field) => {
    expect(profileBody.safeParse({ name: "Dev Patel", [field]: "x" }).success).toBe(false);
  });

  test.each([
    { name: { contains: "a" } },
    { bio: ["a"] },
    { collegeName: "Elsewhere" },
    { bio: "x".repeat(301) },
    [],
  ])("%j is refused", (body) => {
    expect(profileBody.safeParse(body).success).toBe(false);
  });
});

describe("a search", () => {
  test("needs something to look for", () => {
    expect(searchQuery.safeParse({ q: "  " }).success).toBe(false);
    expect(searchQuery.safeParse({}).success).toBe(false);
    expect(searchQuery.safeParse({ q: ["a", "b"] }).success).toBe(false);
    expect(searchQuery.safeParse({ q: "x".repeat(201) }).success).toBe(false);
    expect(searchQuery.parse({ q: " ishita " })).toEqual({ q: "ishita", page: 1, limit: 10 });
  });
});
