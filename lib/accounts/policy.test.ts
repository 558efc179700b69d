import { incompleteFields, passwordStrength, registrationOf } from "@/lib/accounts/policy";
import { newcomer, ownUser } from "@/tests/user-fixture";

const complete = {
  name: "Ishita Verma",
  email: "ishita@mitsgwl.ac.in",
  collegeName: "MITS",
  password: "123456",
};

describe("the registration check", () => {
  test("accepts a complete registration", () => {
    expect(incompleteFields(complete)).toEqual([]);
  });

  test("lists every missing field in the order of the form", () => {
    expect(incompleteFields({ name: "", email: "", collegeName: "", password: "" })).toEqual([
      "Name",
      "Email",
      "College Name",
      "Password",
    ]);
  });

  test.each([
    ["a name of one letter", { name: "I" }, "Name"],
    ["a name of spaces", { name: "    " }, "Name"],
    ["the placeholder name", { name: "Anonymous User" }, "Name"],
    ["an address without @", { email: "ishita.mitsgwl.ac.in" }, "Email"],
    ["the placeholder college", { collegeName: "--" }, "College Name"],
    ["a password of five", { password: "12345" }, "Password"],
  ])("rejects %s", (_, change, field) => {
    expect(incompleteFields({ ...complete, ...change })).toEqual([field]);
  });
});

describe("the full registration of a signed-in person", () => {
  const draft = {
    email: "ishita@mitsgwl.ac.in",
    name: "Ishi",
    collegeName: "MITS",
    avatar: "https://media/a.webp",
    bio: "Hello",
  };

  test("combines the account with the draft for what it lacks", () => {
    expect(registrationOf(ownUser(), draft, "123456")).toEqual({
      email: "ishita@mitsgwl.ac.in",
      name: "Ishita Verma",
      collegeName: "MITS",
      avatar: "https://media/a.webp",
      bio: "Hello",
      password: "123456",
    });
    expect(registrationOf(newcomer(), draft, "")).toMatchObject({ name: "Ishi", collegeName: "MITS" });
  });

  test("ignores the draft of another address", () => {
    expect(registrationOf(newcomer({ email: "dev@mitsgwl.ac.in" }), draft, "")).toEqual({
      email: "dev@mitsgwl.ac.in",
      name: "",
      collegeName: "",
    });
  });
});

describe("a password", () => {
  test.each([
    ["", "weak"],
    ["12345", "weak"],
    ["111111111111111111", "weak"],
    ["abcdef", "weak"],
    ["abcdefg1", "fair"],
    ["Tr0ub4dor&3", "strong"],
    ["correct horse battery", "strong"],
  ])("%j is %s", (password, strength) => {
    expect(passwordStrength(password)).toBe(strength);
  });
});
