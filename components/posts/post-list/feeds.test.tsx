/** @jest-environment <rootDir>/tests/browser-environment.ts */

import { QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BookmarkedPosts } from "@/components/posts/post-list/bookmarked-posts";
import { Feed } from "@/components/posts/post-list/feed";
import { FeedRefresh } from "@/components/posts/post-list/feed-refresh";
import { HomeLink } from "@/components/shell/nav-links";
import { Toaster } from "@/components/shell/toaster";
import { CACHED_PAGE_MARK } from "@/lib/offline/cache-names";
import { type PostPages, patchPost, postItems, postsKeys, removePost } from "@/lib/posts/client/cache";
import { feedOptions } from "@/lib/posts/client/queries";
import type { FeedName } from "@/lib/posts/policy";
import { usersKeys } from "@/lib/profiles/client/cache";
import type { OwnUser } from "@/lib/profiles/schema";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { forgetFeed } from "@/lib/sessions/marker-cookies";
import { clientOf, errorAnswer, fakeApi, onePageOf, show as showScreen } from "@/tests/browser-api";
import { freshBrowser, preserveFocusAsOnScreens } from "@/tests/fresh-browser";
import { usePathname } from "@/tests/next-navigation";
import { postOf } from "@/tests/post-fixture";
import { ownUser, personOf } from "@/tests/user-fixture";

/** The feed, its refresh, and bookmarked posts. */

/** The ids of the posts in the feed. */
function Ids() {
  const { data } = useInfiniteQuery({ ...feedOptions(), enabled: false });
  return <p>{postItems.all(data).map(({ _id }) => _id)}</p>;
}

describe("feed", () => {
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
    test("are a card after the second post, until it is put away for good", async () => {
      const { me, calls } = show({ followingCount: 1 });
      await screen.findByText("Meera Joshi");
      expect(articles().map((text) => /Words of \d|People to join/.exec(text)?.[0])).toEqual([
        "Words of 1",
        "Words of 2",
        "People to join",
        "Words of 3",
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
      await waitFor(() => expect(document.activeElement?.textContent).toContain("Words of 3"));
    });

    test("say how many are joined to people who have joined no one", async () => {
      show({ followingCount: 0 });
      await screen.findByText("Meera Joshi");
      expect(articles().map((text) => /Words of \d|People to join/.exec(text)?.[0])).toEqual([
        "Words of 1",
        "Words of 2",
        "People to join",
        "Words of 3",
        "Words of 4",
      ]);
      screen.getByText("0 of 3 joined");
      // Without known people among their circle, the bio says who they are.
      screen.getByText("Chai first.");
      await userEvent.click(screen.getByRole("button", { name: "Join Circle of Meera Joshi" }));
      await screen.findByText("1 of 3 joined");
      // It stays where it is.
      expect(articles()[2]).toContain("People to join");
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
      expect(calls.filter(({ path }) => path.includes("feed=circle") && path.includes("sort"))).toHaveLength(
        1,
      );
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
});

describe("feed refresh", () => {
  usePathname.mockReturnValue("/mainfeed");

  const makePost = (id: string, at: number) => postOf({ _id: id, createdAt: new Date(at).toISOString() });
  const page = (...ids: string[]) => ({
    posts: ids.map((id, index) => makePost(id, 1_000_000 - index)),
    total: ids.length,
    nextCursor: null,
  });

  let scrolls: ScrollToOptions[] = [];
  let isCalm = false;
  const onLoaded = jest.fn();

  function show() {
    window.history.replaceState(null, "", "/mainfeed");
    storeTokens({ accessToken: "access", refreshToken: "refresh" });
    window.matchMedia = (() => ({ matches: isCalm })) as unknown as typeof window.matchMedia;
    window.scrollTo = ((options: ScrollToOptions) => scrolls.push(options)) as typeof window.scrollTo;
    const api = fakeApi(({ path }) =>
      path === "/api/auth/me"
        ? { status: 200, body: { user: ownUser() } }
        : { status: 200, body: path.includes("sort=") ? page("new", "old") : page("old") },
    );
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    client.setQueryData(usersKeys.me(), ownUser());
    client.setQueryData(feedOptions().queryKey, { pages: [page("old")], pageParams: [null] } as never);
    showScreen(
      <>
        <HomeLink className="">Logo</HomeLink>
        <FeedRefresh feed="campus" onLoaded={onLoaded} />
        <Ids />
      </>,
      client,
    );
    return { api, client };
  }

  beforeEach(() => {
    jest.clearAllMocks();
    scrolls = [];
    isCalm = false;
    Object.assign(window, { scrollY: 0 });
  });

  const pressHome = () => userEvent.click(screen.getByRole("link", { name: /home$/ }));
  const status = () => screen.getByRole("status").textContent;

  describe("Home on the feed", () => {
    test("leads to its top, smoothly", async () => {
      show();
      Object.assign(window, { scrollY: 3_480 });
      await pressHome();
      expect(scrolls).toEqual([{ top: 0, behavior: "smooth" }]);
      expect(screen.getByText("old")).toBeTruthy();
    });

    test("leads there at once for people who prefer reduced motion", async () => {
      isCalm = true;
      show();
      Object.assign(window, { scrollY: 3_480 });
      await pressHome();
      expect(scrolls).toEqual([{ top: 0, behavior: "instant" }]);
    });

    test("loads new posts at its top, and says so", async () => {
      show();
      await pressHome();
      expect(await screen.findByText("newold")).toBeTruthy();
      expect(status()).toBe("Feed updated");
      expect(onLoaded).not.toHaveBeenCalled();
    });

    test("leads there from any other page", async () => {
      show();
      window.history.replaceState(null, "", "/settings");
      const link = screen.getByRole("link", { name: /home$/ });
      expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
      expect(screen.getByText("old")).toBeTruthy();
    });
  });

  test("a feed whose newest posts are gone from the cache stays on screen", async () => {
    const { client } = show();
    const [newest] = client.getQueryCache().findAll({ queryKey: postsKeys.newestPosts() });
    await act(async () => newest?.setState({ data: undefined }));
    expect(screen.getByText("old")).toBeTruthy();
  });

  test("new posts that can't be loaded can be tried again", async () => {
    const {
      api: { answer },
    } = show();
    answer(() => errorAnswer(503, "unavailable", "The database is away."));
    await pressHome();
    const button = await screen.findByRole("button", { name: "New posts couldn't be loaded. Try Again" });
    answer(() => ({ status: 200, body: page("new", "old") }));
    await userEvent.click(button);
    expect(await screen.findByText("newold")).toBeTruthy();
    await waitFor(() => expect(onLoaded).toHaveBeenCalledWith("new"));
  });

  test("what is done while new posts load is done to them, too", async () => {
    const { api, client } = show();
    let arrive = () => {};
    api.answer(
      () =>
        new Promise((resolve) => {
          arrive = () => resolve({ status: 200, body: page("new", "old") });
        }),
    );
    await pressHome();
    patchPost(client, "old", (post) => ({ ...post, isLiked: true }));
    removePost(client, makePost("new", 1_000_000));
    act(() => arrive());
    await waitFor(() => expect(client.isMutating()).toBe(0));
    const posts = postItems.all(client.getQueryData<PostPages>(feedOptions().queryKey));
    expect(posts).toMatchObject([{ _id: "old", isLiked: true }]);
    expect(client.getQueryData(postsKeys.fresh("campus"))).toBeUndefined();
  });
});

describe("bookmarked posts", () => {
  usePathname.mockReturnValue("/bookmarks");

  const post = (caption: string) => postOf({ _id: `post-${caption}`, caption, isBookmarked: true });

  /** Shows the screen at an address; the server has bookmarks with these captions, or fails. */
  function show(captions: string[] | string, address = "/bookmarks") {
    const me = ownUser();
    freshBrowser(me);
    window.history.replaceState(null, "", address);
    const api = fakeApi(({ path, method, body }) => {
      if (method === "POST")
        return { status: 200, body: { isBookmarked: (body as { bookmarked: boolean }).bookmarked } };
      if (!path.startsWith("/api/bookmarks")) return { status: 200, body: { user: me } };
      if (typeof captions === "string") return errorAnswer(503, "unavailable", captions);
      const q = new URL(path, "http://localhost").searchParams.get("q") ?? "";
      const posts = captions.filter((caption) => caption.includes(q)).map(post);
      return { status: 200, body: { posts, ...onePageOf(posts.length) } };
    });
    showScreen(
      <>
        <BookmarkedPosts />
        <Toaster />
      </>,
      clientOf(me),
    );
    return api;
  }

  const articles = async () => screen.findAllByRole("article");
  const captions = () => screen.queryAllByText(/^The /).map(({ textContent }) => textContent);
  const field = () => screen.getByRole("searchbox", { name: "Search your bookmarks" });

  test("a removed bookmark leaves the list, and Undo brings it back to its place", async () => {
    const { calls } = show(["The roof", "The lawn", "The fort"]);
    const [, lawn] = await articles();
    await userEvent.click(within(lawn as HTMLElement).getByRole("button", { name: "Remove bookmark" }));
    await waitFor(() => expect(captions()).toEqual(["The roof", "The fort"]));
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(captions()).toEqual(["The roof", "The lawn", "The fort"]));
    const sent = () => calls.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]);
    await waitFor(() =>
      expect(sent()).toEqual([
        ["/api/posts/post-The%20lawn/bookmark", { bookmarked: false }],
        ["/api/posts/post-The%20lawn/bookmark", { bookmarked: true }],
      ]),
    );
  });

  test("without bookmarks it says what they are, without a search field", async () => {
    show([]);
    expect(await screen.findByText("No bookmarks yet")).toBeTruthy();
    expect(screen.queryByRole("searchbox")).toBeNull();
    expect(screen.getByRole("link", { name: "Go to the feed" }).getAttribute("href")).toBe("/mainfeed");
  });

  test("removing the last one leaves the empty state", async () => {
    show(["The roof"]);
    await articles();
    await userEvent.click(screen.getByRole("button", { name: "Remove bookmark" }));
    expect(await screen.findByText("No bookmarks yet")).toBeTruthy();
  });

  test("words are searched in captions and are part of the address", async () => {
    show(["The roof", "The lawn"]);
    await articles();
    await userEvent.type(field(), " lawn ");
    await waitFor(() => expect(captions()).toEqual(["The lawn"]));
    expect(window.location.href).toMatch(/\/bookmarks\?q=lawn$/);
    await userEvent.type(field(), "x");
    expect(await screen.findByText("No bookmarks found")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Clear search" }));
    await waitFor(() => expect(captions()).toEqual(["The roof", "The lawn"]));
    expect(window.location.href).toMatch(/\/bookmarks$/);
  });

  test("the words of the address are searched at once", async () => {
    show(["The roof", "The lawn"], "/bookmarks?q=roof");
    await articles();
    expect(captions()).toEqual(["The roof"]);
    expect(field()).toHaveProperty("value", "roof");
  });

  test("a link to Bookmarks is followed while a search is open", async () => {
    show(["The roof", "The lawn"], "/bookmarks?q=roof");
    await articles();
    act(() => window.history.replaceState(null, "", "/bookmarks"));
    expect(field()).toHaveProperty("value", "");
    await waitFor(() => expect(captions()).toEqual(["The roof", "The lawn"]));
  });

  test("a failure says so and can be retried", async () => {
    show("The database is away.");
    expect(await screen.findByText("The database is away.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeTruthy();
  });
});
