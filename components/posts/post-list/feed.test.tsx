/** @jest-environment <rootDir>/tests/browser-environment.ts */
import { QueryClient } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Feed } from "@/components/posts/post-list/feed";
import { CACHED_PAGE_MARK } from "@/lib/offline/cache-names";
import { feedOptions } from "@/lib/posts/client/queries";
import type { FeedName } from "@/lib/posts/policy";
import { usersKeys } from "@/lib/profiles/client/cache";
import type { OwnUser } from "@/lib/profiles/schema";
import { forgetFeed } from "@/lib/sessions/marker-cookies";
import { fakeApi, onePageOf, show as showScreen } from "@/tests/browser-api";
import { freshBrowser, preserveFocusAsOnScreens } from "@/tests/fresh-browser";
import { usePathname } from "@/tests/next-navigation";
import { postOf } from "@/tests/post-fixture";
import { ownUser, personOf } from "@/tests/user-fixture";

usePathname.mockReturnValue("/mainfeed");

beforeAll(async () => {
  await import("@/components/circles/suggestions-card");
  await import("@/components/circles/people-cards");
  await import("@/components/posts/post-list/post-shortcuts");
});

preserveFocusAsOnScreens();

let hasRail = false;
/** The posts of the viewer's circle. */
let circleIds = [7, 8];
let scrolls: number[] = [];
beforeEach(() => {
  hasRail = false;
  circleIds = [7, 8];
  scrolls = [];
  forgetFeed();
  window.history.replaceState(null, "", "/mainfeed");
  window.scrollTo = (({ top }: ScrollToOptions) => {
    scrolls.push(top ?? 0);
    Object.assign(window, { scrollY: top });
  }) as typeof window.scrollTo;
  Object.assign(window, { scrollY: 0 });
  window.matchMedia = jest.fn((query: string) => ({
    matches: hasRail && query === "(min-width: 75rem)",
    addEventListener() {},
    removeEventListener() {},
  })) as never;
});

const post = (id: number) =>
  postOf({
    _id: `post-${id}`,
    caption: `Words of ${id}`,
    mediaUrl: `http://localhost/media/image/upload/campus-circle/${id}.jpg`,
  });

function show(more: Partial<OwnUser> = {}, initial: FeedName = "campus", isAlone = false) {
  const me = ownUser(more);
  freshBrowser(me);
  const posts = [1, 2, 3, 4].map(post);
  const person = personOf("meera", "Meera Joshi", { username: "meera.joshi" });
  const suggestion = { ...person, bio: "Chai first.", mutualCount: 0, joinedBy: "" };
  const listOf = (shown: ReturnType<typeof post>[]) => ({ posts: shown, ...onePageOf(shown.length) });
  const page = listOf(posts);
  const circle = listOf(circleIds.map(post));
  const api = fakeApi(({ path, method }) => {
    if (path.startsWith("/api/posts?"))
      return { status: 200, body: path.includes("feed=circle") ? circle : page };
    if (path.startsWith("/api/users/suggestions")) return { status: 200, body: { users: [suggestion] } };
    if (path.endsWith("/follow"))
      return { status: 200, body: { isInCircle: true, circleCount: 1, message: "" } };
    if (method === "PUT") return { status: 200, body: { user: { ...me, hidesSuggestions: true } } };
    return { status: 200, body: { user: me } };
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(usersKeys.me(), me);
  const first = initial === "circle" ? circle : page;
  client.setQueryData(feedOptions(initial).queryKey, { pages: [first], pageParams: [null] } as never);
  showScreen(<Feed initial={initial} people={isAlone ? [] : [suggestion]} />, client);
  return { me, ...api };
}

const articles = () => screen.getAllByRole("article").map((article) => article.textContent ?? "");
const card = () => screen.queryByRole("article", { name: "People to join" });

describe("people to join in the feed", () => {
  test("are a card after the third post, until it is put away for good", async () => {
    const { me, calls } = show({ followingCount: 1 });
    await screen.findByText("Meera Joshi");
    expect(articles().map((text) => /Words of \d|People to join/.exec(text)?.[0])).toEqual([
      "Words of 1",
      "Words of 2",
      "Words of 3",
      "People to join",
      "Words of 4",
    ]);
    screen.getByRole("button", { name: "Join Circle of Meera Joshi" });
    await userEvent.click(screen.getByRole("button", { name: "Hide people to join" }));
    await waitFor(() => expect(card()).toBeNull());
    await waitFor(() =>
      expect(calls).toContainEqual(
        expect.objectContaining({ path: `/api/users/${me._id}`, body: { hidesSuggestions: true } }),
      ),
    );
    // The focus goes to the post that has taken the card's place.
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Words of 4"));
  });

  test("are a card above the posts for who has joined no one, with how many are joined", async () => {
    show({ followingCount: 0 });
    await screen.findByText("Meera Joshi");
    expect(articles().map((text) => /Words of \d|People to join/.exec(text)?.[0])).toEqual([
      "People to join",
      "Words of 1",
      "Words of 2",
      "Words of 3",
      "Words of 4",
    ]);
    screen.getByText("0 of 3 joined");
    // Without known people among their circle, the bio says who they are.
    screen.getByText("Chai first.");
    await userEvent.click(screen.getByRole("button", { name: "Join Circle of Meera Joshi" }));
    await screen.findByText("1 of 3 joined");
    // It is still above the posts.
    expect(articles()[0]).toContain("People to join");
  });

  test.each<[string, Partial<OwnUser>, boolean]>([
    ["have joined three circles", { followingCount: 3 }, false],
    ["have put them away", { hidesSuggestions: true }, false],
    ["see them in the right column", {}, true],
  ])("are not for people who %s", async (_, more, rail) => {
    hasRail = rail;
    const { calls } = show(more);
    await screen.findByText("Words of 4");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(card()).toBeNull();
    expect(calls.filter(({ path }) => path.includes("suggestions"))).toEqual([]);
  });
});

test("without anyone to join, nothing shows between the posts, not even for a moment", async () => {
  const { calls } = show({}, "campus", true);
  const seen = new MutationObserver(() => expect(card()).toBeNull());
  seen.observe(document.body, { childList: true, subtree: true });
  await screen.findByText("Words of 4");
  await new Promise((resolve) => setTimeout(resolve, 50));
  seen.disconnect();
  expect(articles()).toHaveLength(4);
  expect(document.querySelector("[role=feed]")?.children).toHaveLength(4);
  expect(calls.filter(({ path }) => path.includes("suggestions"))).toEqual([]);
});

describe("the tabs of the feed", () => {
  const tab = (name: string) => screen.getByRole("link", { name });
  const shown = () =>
    within(screen.getByRole("feed"))
      .getAllByRole("article")
      .map((article) => /Words of \d/.exec(article.textContent ?? "")?.[0]);
  const joined = { followingCount: 5 };

  test("open the feed they name, say which it is, and put it into the address", async () => {
    show(joined);
    expect(tab("Campus").getAttribute("aria-current")).toBe("page");
    expect(tab("My circle").getAttribute("href")).toBe("/mainfeed?feed=circle");
    await userEvent.click(tab("My circle"));
    await screen.findByText("Words of 7");
    expect(shown()).toEqual(["Words of 7", "Words of 8"]);
    expect(screen.getByRole("feed", { name: "Posts of your circle" })).toBeTruthy();
    expect(tab("Campus").getAttribute("aria-current")).toBeNull();
    expect(tab("My circle").getAttribute("aria-current")).toBe("page");
    expect(window.location.search).toBe("?feed=circle");
    await waitFor(() => expect(document.cookie).toContain("feed=circle"));
  });

  test("keep the place and the posts of each feed", async () => {
    const { calls } = show(joined);
    Object.assign(window, { scrollY: 2_400 });
    await userEvent.click(tab("My circle"));
    await screen.findByText("Words of 7");
    expect(scrolls).toEqual([0]);
    Object.assign(window, { scrollY: 300 });
    await userEvent.click(tab("Campus"));
    expect(shown()).toEqual(["Words of 1", "Words of 2", "Words of 3", "Words of 4"]);
    await userEvent.click(tab("My circle"));
    expect(scrolls).toEqual([0, 2_400, 300]);
    expect(calls.filter(({ path }) => path.includes("feed=circle") && path.includes("sort"))).toHaveLength(1);
  });

  test("lead to the top when they are pressed again", async () => {
    show(joined);
    Object.assign(window, { scrollY: 2_400 });
    await userEvent.click(tab("Campus"));
    expect(scrolls).toEqual([0]);
    expect(window.location.search).toBe("");
  });

  test("begin with the feed the page was rendered with, and then follow the address", async () => {
    window.history.replaceState(null, "", "/mainfeed?feed=campus");
    show(joined, "circle");
    await waitFor(() => expect(tab("Campus").getAttribute("aria-current")).toBe("page"));
    expect(await screen.findByText("Words of 4")).toBeTruthy();
    expect(document.cookie).toContain("feed=campus");
  });

  test("show what a page that was stored holds when there is no connection, whatever the address", async () => {
    const online = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const stored = { serverTiming: [{ name: CACHED_PAGE_MARK, description: "20 Nov 2026 08:00 GMT" }] };
    // jsdom lacks it.
    Object.assign(window.performance, { getEntriesByType: () => [stored] });
    window.history.replaceState(null, "", "/mainfeed?feed=circle");
    show(joined);
    await screen.findByText("Words of 4");
    expect(tab("Campus").getAttribute("aria-current")).toBe("page");
    online.mockReturnValue(true);
    // What the reader asks for is tried all the same.
    await userEvent.click(tab("My circle"));
    expect(await screen.findByText("Words of 7")).toBeTruthy();
    Reflect.deleteProperty(window.performance, "getEntriesByType");
    online.mockRestore();
  });

  test("an empty circle shows people to join", async () => {
    circleIds = [];
    show(joined, "circle");
    expect(screen.getByText("Your circle is quiet so far")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Find people to join" }).getAttribute("href")).toBe(
      "/search-users",
    );
    expect(await screen.findByRole("button", { name: "Join Circle of Meera Joshi" })).toBeTruthy();
  });
});

describe("the feed of one's class", () => {
  const OF_CLASS = {
    affiliation: { role: "student", department: "CSE", batch: 2027, label: "CSE ’27" },
  } satisfies Partial<OwnUser>;

  test("is the third tab, and says where to find the class while no one has posted", async () => {
    const { calls } = show({ ...OF_CLASS, followingCount: 3 });
    await userEvent.click(screen.getByRole("link", { name: "My class" }));
    await waitFor(() => expect(calls.some(({ path }) => path.includes("feed=class"))).toBe(true));
    expect(window.location.search).toBe("?feed=class");
    expect(document.cookie).toContain("feed=class");
  });

  test("asks for nothing while one has no class, and says where to say it", async () => {
    const { calls } = show({ followingCount: 3 });
    await userEvent.click(screen.getByRole("link", { name: "My class" }));
    await screen.findByText("No class yet");
    screen.getByRole("link", { name: "Edit profile" });
    expect(calls.some(({ path }) => path.includes("feed=class"))).toBe(false);
  });
});
