import { isActiveLink, nameWithNew } from "@/components/shell/nav-links";
import { translate } from "@/lib/language/translate";

describe("the link of the page on screen", () => {
  test.each([
    ["/mainfeed", "/mainfeed", true],
    ["/mainfeed", "/create-post-modal", true],
    ["/mainfeed", "/notify", false],
    ["/profile", "/profile", true],
    ["/profile", "/profile/me", true],
    ["/profile", "/edit-profile", true],
    ["/profile", "/profile/another", false],
    ["/settings", "/settings", true],
    ["/settings", "/settings/devices", true],
    ["/settings", "/settingsbook", false],
    ["/messages", "/messages/an-id", true],
    ["/messages", "/notify", false],
  ])("%s on %s: %s", (href, path, expected) => {
    expect(isActiveLink(href, path, "me")).toBe(expected);
  });

  test.each([
    ["a moderator", false],
    ["an admin", true],
  ])("the log of the college is a part of moderation to %s: %s", (_, isAdmin) => {
    expect(isActiveLink("/moderation", "/college/log", "me", isAdmin)).toBe(!isAdmin);
    expect(isActiveLink("/college/people", "/college/log", "me", isAdmin)).toBe(true);
  });

  test("no profile is the viewer's own until the viewer is known", () => {
    expect(isActiveLink("/profile", "/profile/undefined", undefined)).toBe(false);
  });
});

test("the name of a link says how much is new as its dot does", () => {
  expect([0, 1, 24].map((count) => nameWithNew("Messages", count, translate))).toEqual([
    undefined,
    "Messages, 1 new",
    "Messages, 9+ new",
  ]);
});
