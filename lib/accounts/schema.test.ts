import { checkCodeBody, emailField, registerBody } from "@/lib/accounts/schema";

describe("an email address", () => {
  test.each([
    [" Ishita.Verma@MITSGWL.ac.in ", "ishita.verma@mitsgwl.ac.in"],
    ["a+b@x.y", "a+b@x.y"],
    ["\u200bishita\u00ad@mitsgwl.ac.in\ufeff", "ishita@mitsgwl.ac.in"],
    ["0901cs221045@mitsgwl.ac.in", "0901cs221045@mitsgwl.ac.in"],
    ["o'neil_x-y@mitsgwl.ac.in", "o'neil_x-y@mitsgwl.ac.in"],
    [`${"a".repeat(64)}@mitsgwl.ac.in`, `${"a".repeat(64)}@mitsgwl.ac.in`],
  ])("%j is %s", (typed, address) => {
    expect(emailField.parse(typed)).toBe(address);
  });

  test.each([
    "",
    "ishita",
    "@mitsgwl.ac.in",
    "ishita@",
    "a@b@mitsgwl.ac.in",
    "a b@mitsgwl.ac.in",
    "a\n@mitsgwl.ac.in",
    "a@mitsgwl.ac.in\nBcc: x@y.z",
    "a@mitsgwl.ac.in,b@evil.example",
    "a\u0000@mitsgwl.ac.in",
    "аarav@mitsgwl.ac.in",
    "Ꭰ@mitsgwl.ac.in",
    "a@-mitsgwl.ac.in",
    `${"a".repeat(250)}@mitsgwl.ac.in`,
    `${"a".repeat(65)}@mitsgwl.ac.in`,
    "\u212aabir@mitsgwl.ac.in",
    "victim%evil.example@mitsgwl.ac.in",
    "=?utf-8?q?a?=@mitsgwl.ac.in",
    "evil.example!a@mitsgwl.ac.in",
    "a/b@mitsgwl.ac.in",
    "`a`@mitsgwl.ac.in",
    ".a@mitsgwl.ac.in",
    "a..b@mitsgwl.ac.in",
    "a.@mitsgwl.ac.in",
    { contains: "@" },
    7,
    null,
  ])("%j is invalid", (typed) => {
    expect(emailField.safeParse(typed).success).toBe(false);
  });
});

test("a college mailbox has one address, without a plus suffix", () => {
  const result = emailField.safeParse("Victim+1@mitsgwl.ac.in");
  expect(result.error?.issues.map(({ message }) => message)).toEqual([
    'Please enter your college email without the "+" and what follows it.',
  ]);
});

describe("a code", () => {
  const check = (otp: unknown) => checkCodeBody.safeParse({ email: "a@b.c", otp });

  test("may be typed with spaces", () => {
    expect(check(" 123 456 ").data?.otp).toBe("123456");
    expect(check("१२३४५६").data?.otp).toBe("123456");
  });

  test.each(["", "12345a", "1234567", 123456, ["123456"], { gt: "" }])("%j is invalid", (otp) => {
    expect(check(otp).success).toBe(false);
  });
});

describe("a registration", () => {
  const email = "a@mitsgwl.ac.in";

  test.each([
    { email },
    { email, collegeName: "MITS" },
    { email, name: "Dev Patel", password: "123456", bio: "" },
  ])("%j is accepted", (body) => {
    expect(registerBody.safeParse(body).success).toBe(true);
  });

  test.each(
    [
      "_id",
      "id",
      "role",
      "verified",
      "verifiedAt",
      "isActive",
      "provider",
      "googleSub",
      "passwordHash",
      "username",
      "followers",
      "following",
      "followersCount",
      "followingCount",
      "postsCount",
      "isFollowing",
      "isInCircle",
      "circleCount",
      "reach",
      "searchName",
      "avatarId",
      "bannerId",
      "createdAt",
      "updatedAt",
      "__proto__x",
    ].map((field) => [field]),
  )("can't set %s", (field) => {
    expect(registerBody.parse({ email, [field]: true })).toEqual({ email });
  });

  test.each([
    { email, collegeName: "IIT" },
    { email, collegeName: "--" },
    { email, name: "A" },
    { email, password: "12345" },
    { email, password: "x".repeat(201) },
    { email, bio: "x".repeat(301) },
  ])("%j is rejected", (body) => {
    expect(registerBody.safeParse(body).success).toBe(false);
  });
});
