import { sessionMatch } from "@/lib/offline/token-owner";

const tokenOf = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;

describe("the stored session and the page's", () => {
  test("match when the token is the viewer's", () => {
    expect(sessionMatch("ishita", tokenOf({ sub: "ishita" }))).toBe("match");
  });

  test("differ when another person signed in in another tab", () => {
    expect(sessionMatch("ishita", tokenOf({ sub: "kabir" }))).toBe("other");
  });

  test("have no stored token after storage was cleared", () => {
    expect(sessionMatch("ishita", null)).toBe("missing");
    expect(sessionMatch("ishita", "")).toBe("missing");
  });

  test.each(["garbage", "a.b.c", "e30.bnVsbA.x", tokenOf({ sub: 7 })])(
    "count as a match when the token is unreadable: %s",
    (token) => {
      expect(sessionMatch("ishita", token)).toBe("match");
    },
  );
});
