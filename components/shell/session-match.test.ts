import { sessionMatch } from "@/components/shell/session-match";

const tokenOf = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;

describe("the stored session beside the page's", () => {
  test("fits when the token is the viewer's", () => {
    expect(sessionMatch("ishita", tokenOf({ sub: "ishita" }))).toBe("match");
  });

  test("is somebody else's when another person signed in in another tab", () => {
    expect(sessionMatch("ishita", tokenOf({ sub: "kabir" }))).toBe("other");
  });

  test("is missing when storage was cleared", () => {
    expect(sessionMatch("ishita", null)).toBe("missing");
    expect(sessionMatch("ishita", "")).toBe("missing");
  });

  test.each(["garbage", "a.b.c", "e30.bnVsbA.x", tokenOf({ sub: 7 })])(
    "leaves a token nobody can read to the API: %s",
    (token) => {
      expect(sessionMatch("ishita", token)).toBe("match");
    },
  );
});
