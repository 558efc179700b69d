import { existsSync, readdirSync, readFileSync } from "node:fs";
import { COMPLETE_PROFILE, HOME, LOGIN } from "@/lib/paths";
import { isPostList, resolveRedirect, SCREENS, safeRedirect } from "@/lib/screens";

const stranger = undefined;
const newcomer = { profileComplete: false };
const member = { profileComplete: true };

describe("where a visitor is redirected", () => {
  test.each([
    ["a stranger on the feed logs in and comes back", "/mainfeed", "", stranger, `${LOGIN}?next=%2Fmainfeed`],
    [
      "a stranger's query survives the login",
      "/search-users",
      "?q=a&page=2",
      stranger,
      `${LOGIN}?next=%2Fsearch-users%3Fq%3Da%26page%3D2`,
    ],
    ["a stranger with a shared link logs in first", "/post/1", "", stranger, `${LOGIN}?next=%2Fpost%2F1`],
    [
      "a stranger logs in before a conversation",
      "/messages/1",
      "",
      stranger,
      `${LOGIN}?next=%2Fmessages%2F1`,
    ],
    ["a newcomer names themselves before messages", "/messages", "", newcomer, COMPLETE_PROFILE],
    ["a stranger may read the landing page", "/", "", stranger, undefined],
    ["a newcomer may read the landing page", "/", "", newcomer, undefined],
    ["a member goes from the landing page to the feed", "/", "", member, HOME],
    ["a stranger may log in", "/login-page", "", stranger, undefined],
    ["a stranger may sign up", "/enter-college-email-page", "", stranger, undefined],
    ["a stranger has no profile to name", "/enter-name-page", "", stranger, LOGIN],
    ["a newcomer names themselves first", "/mainfeed", "", newcomer, COMPLETE_PROFILE],
    ["a newcomer may name themselves", "/enter-name-page", "", newcomer, undefined],
    ["a newcomer may enter their college id", "/enter-student-id", "", newcomer, undefined],
    ["a stranger has no profile to create", "/creating-profile-page", "", stranger, LOGIN],
    ["a stranger is not welcomed", "/account-creation-complete-page", "", stranger, LOGIN],
    ["a stranger may look at the guide", "/onboarding-guide-page", "", stranger, undefined],
    ["a stranger may choose a password first", "/enter-password-page", "", stranger, undefined],
    ["a stranger may register on one page", "/testregister", "", stranger, undefined],
    ["a member goes on signing up after the name", "/add-profile-picture-page", "", member, undefined],
    ["a member is welcomed", "/account-creation-complete-page", "", member, undefined],
    ["a member has no use for registering", "/testregister", "", member, HOME],
    ["a newcomer may start over", "/login-page", "", newcomer, undefined],
    ["a member reads the feed", "/mainfeed", "", member, undefined],
    ["a member reads a profile", "/profile/1", "", member, undefined],
    ["a stranger logs in before moderation", "/moderation", "", stranger, `${LOGIN}?next=%2Fmoderation`],
    ["a stranger is not suspended", "/suspended", "", stranger, LOGIN],
    ["a member's page decides whether they are suspended", "/suspended", "", member, undefined],
    ["a member has no use for the login", "/login-page", "", member, HOME],
    ["a member who logged in elsewhere goes on", "/login-page", "?next=%2Fpost%2F1", member, "/post/1"],
    ["a member who follows a trap stays here", "/login-page", "?next=%2F%2Fevil.example", member, HOME],
    ["capital letters lead to the screen", "/MainFeed", "?a=B", member, "/mainfeed?a=B"],
    ["the capital letters of an id stay", "/Profile/AbC", "", member, "/profile/AbC"],
    ["capital letters in a path of no screen stay", "/Nope", "", member, undefined],
    ["a path that only starts like a screen is not redirected", "/mainfeedback", "", stranger, undefined],
  ])("%s", (_, path, search, session, target) => {
    expect(resolveRedirect(path, search, session)).toBe(target);
  });
});

test.each([
  [HOME, true],
  ["/tag/spring", true],
  ["/bookmarks", true],
  ["/profile/1", true],
  ["/notify", false],
  ["/nowhere", false],
])("%s is a list of posts: %s", (path, expected) => {
  expect(isPostList(path)).toBe(expected);
});

describe("a redirect stays on this site", () => {
  test.each([
    ["/post/1", "/post/1"],
    ["/search-users?q=a%20b", "/search-users?q=a%20b"],
    ["/a/../notify", "/notify"],
    ["/post/1?sort=new#comment-2", "/post/1?sort=new#comment-2"],
  ])("%s is followed", (next, target) => {
    expect(safeRedirect(next)).toBe(target);
  });

  test.each([
    null,
    undefined,
    "",
    "mainfeed",
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/a\\..\\evil.example",
    "\\\\evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/x/..//evil.example",
    "/x/%2e%2e//evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "javascript:alert(1)",
    "/",
    "/login-page",
    "/login-page?next=/login-page",
    "/x/../login-page",
  ])("%j leads home", (next) => {
    expect(safeRedirect(next)).toBe(HOME);
  });

  test("every target resolves to this site in a browser", () => {
    const parts = ["/", ".", "..", "\\", "%2e", "evil.example", "@", ":", "//", "?", "#", "a"];
    const here = "http://here.example";
    for (let i = 0; i < 20_000; i++) {
      let next = "/";
      for (let rest = i; rest > 0; rest = Math.floor(rest / parts.length)) next += parts[rest % parts.length];
      expect(new URL(safeRedirect(next), here).origin).toBe(here);
    }
  });
});

/** The files of all pages below a folder. A slot only shows another page in place. */
const pagesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /^(?:[^@]*\/)?page\.tsx$/.test(file),
  );

test("every page inside the shell is for members", () => {
  const paths = pagesIn("app/(campus)").map((file) =>
    `/${file}`
      .replace("/page.tsx", "")
      .replace(/\/\(\w+\)/g, "")
      .replace(/\[(\w+)\]/g, "{$1}"),
  );
  expect(paths.length).toBeGreaterThan(20);
  const forMembers = SCREENS.filter(({ access }) => access === "campus").map(({ path }) => path);
  expect(paths.filter((path) => !forMembers.includes(path))).toEqual([]);
});

test("every page has a title, unless it only leads elsewhere", () => {
  const pages = pagesIn("app").filter((file) => file !== "page.tsx");
  const hasTitle = (file: string) => {
    const folder = `app/${file.replace("page.tsx", "")}`;
    // The pages of moderation have that of their layout.
    const layout = `${folder.replace(/\[\w+\]\/$/, "")}layout.tsx`;
    const sources = [`app/${file}`, layout].filter((path) => existsSync(path));
    return sources.some((path) =>
      /\b(?:metadata|generateMetadata|redirect)\b/.test(readFileSync(path, "utf8")),
    );
  };
  expect(pages.filter((file) => !hasTitle(file))).toEqual([]);
});

test("every screen is in a table of docs/product.md", () => {
  const rows = readFileSync("docs/product.md", "utf8").match(/^\| `\/.*$/gm) ?? [];
  const paths = SCREENS.map(({ path }) => path);
  expect(paths.filter((path) => !rows.some((row) => row.includes(`\`${path}\``)))).toEqual([]);
});
