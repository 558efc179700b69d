import { readdirSync } from "node:fs";
import { routePattern } from "@/lib/analytics/policy";

describe("the route pattern of a path", () => {
  test.each([
    ["/", "/"],
    ["", "/"],
    ["/mainfeed", "/mainfeed"],
    ["/mainfeed/", "/mainfeed"],
    ["/login-page?next=/post/1", "/login-page"],
    ["/notify#row-5", "/notify"],
    ["/profile", "/profile"],
    ["/profile/0190a1b2-aaaa-7bbb-8ccc-1234567890ab", "/profile/{userId}"],
    ["/post/0190a1b2-aaaa-7bbb-8ccc-1234567890ab", "/post/{postId}"],
    ["/tag/goldenhour", "/tag/{tag}"],
    ["/profile/someone/secret", "/other"],
    ["/ishita@mitsgwl.ac.in", "/other"],
    ["/constructor/x", "/other"],
    ["/__proto__/x", "/other"],
    ["not a path", "/other"],
  ])("of %j is %s", (path, pattern) => {
    expect(routePattern(path)).toBe(pattern);
  });

  test("exists for every screen of the app", () => {
    const screens = screensOfApp();
    expect(screens.length).toBeGreaterThan(3);
    for (const screen of screens) {
      expect({ screen, pattern: routePattern(screen.replace(/\[[^\]]+\]/g, "an-id")) }).toEqual({
        screen,
        pattern: screen.replace(/\[([^\]]+)\]/g, "{$1}"),
      });
    }
  });
});

/** The path of every page in app/, without route groups. A slot only shows another one in place. */
function screensOfApp(): string[] {
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((file) => file.split("/"))
    .filter((parts) => parts.at(-1) === "page.tsx" && !parts.some((part) => part.startsWith("@")))
    .map(
      (parts) =>
        `/${parts
          .slice(0, -1)
          .filter((part) => !part.startsWith("("))
          .join("/")}`,
    );
}
