import { isProfileComplete } from "@/lib/profiles/policy";
import { nameField, profileBody, usernameField } from "@/lib/profiles/schema";

describe("a profile", () => {
  const complete = { name: "Ishita Verma", collegeName: "MITS", email: "i@mitsgwl.ac.in" };

  test.each([
    [complete, true],
    [{ ...complete, name: "Anonymous User" }, false],
    [{ ...complete, name: "" }, false],
    [{ ...complete, collegeName: "--" }, false],
    [{ ...complete, collegeName: "" }, false],
    [{ ...complete, email: "" }, false],
  ])("%j is complete: %s", (profile, isComplete) => {
    expect(isProfileComplete(profile)).toBe(isComplete);
  });

  test("a name has 2 to 80 characters, counted as graphemes", () => {
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
    "usernameChangedAt",
    "followersCount",
    "postsCount",
    "passwordHash",
    "isActive",
    "provider",
    "searchName",
    "avatarId",
  ])("%s is read-only", (field) => {
    expect(profileBody.parse({ name: "Dev Patel", [field]: "x" })).toEqual({ name: "Dev Patel" });
  });

  test.each([
    { name: { contains: "a" } },
    { bio: ["a"] },
    { collegeName: "Elsewhere" },
    { bio: "x".repeat(301) },
    [],
  ])("%j is rejected", (body) => {
    expect(profileBody.safeParse(body).success).toBe(false);
  });
});

describe("a username", () => {
  test.each([
    ["ishita", "ishita"],
    ["  Ishita.V2 ", "ishita.v2"],
    ["123", "123"],
    ["a.b.c", "a.b.c"],
    ["a".repeat(30), "a".repeat(30)],
    ["supporter", "supporter"],
  ])("%j is stored as %j", (typed, username) => {
    expect(usernameField.parse(typed)).toBe(username);
  });

  test.each([
    "",
    "ab",
    "a".repeat(31),
    ".ishita",
    "ishita.",
    "ishita..v",
    "ishita verma",
    "@ishita",
    "ishita_v",
    "ishíta",
    "इशिता",
    "\u212Aabir",
    "a\u0000b",
    "admin",
    "Admin",
    "campus.circle",
    "mits.gwl",
    "fee.support",
  ])("%j can't be chosen, and the message gives the reason", (typed) => {
    expect(usernameField.safeParse(typed).error?.issues[0]?.message).toMatch(/\.$/);
  });
});
