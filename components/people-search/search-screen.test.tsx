/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { RailSearch } from "@/components/people-search/rail-search";
import { SearchScreen } from "@/components/people-search/search-screen";
import { focusNext, focusNow } from "@/lib/dom/next-field";
import { useLeaveGuard } from "@/lib/dom/use-leave-guard";
import { rememberSearch } from "@/lib/people-search/client/recent-searches";
import type { UserListItem } from "@/lib/profiles/schema";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { POSTS } from "@/tests/post-fixture";
import { CSE_2027, ownUser, personOf } from "@/tests/user-fixture";

beforeAll(() => {
  Element.prototype.scrollIntoView = () => {};
});

const person = (number: number) =>
  personOf(`p${number}`, `Person ${"ABCDEFGHIJKL"[number]}`, {
    username: `person.${number}`,
    affiliation: CSE_2027,
  });

type Tag = { tag: string; postsCount: number };
const NO_POSTS = { posts: [], total: 0, currentPage: 1, totalPages: 0, nextCursor: null };

function answerWith(users: UserListItem[], nextCursor: string | null = null, tags: Tag[] = []) {
  return ({ path }: ApiCall): ApiAnswer => {
    if (path.startsWith("/api/auth/me")) return { status: 200, body: { user: ownUser() } };
    if (path.startsWith("/api/users/suggestions")) return { status: 200, body: { users: [] } };
    if (path.startsWith("/api/tags/trending")) return { status: 200, body: { tags: [] } };
    if (path.startsWith("/api/posts/trending")) return { status: 200, body: NO_POSTS };
    if (path.startsWith("/api/search/tags")) return { status: 200, body: { tags } };
    const message = users.length === 0 ? "No users found" : `${users.length} people found`;
    return {
      status: 200,
      body: { users, total: users.length, currentPage: 1, totalPages: 1, nextCursor, message },
    };
  };
}

/** Opens the screen with a query in the address, as after a reload or on Back. */
function showSearchFor(q: string) {
  window.history.replaceState(null, "", `?q=${q}`);
  show(<SearchScreen />);
}

function showWithoutRetries() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  show(<SearchScreen />, client);
}

const field = () => screen.getByRole("combobox", { name: "Search people and tags" });
const searches = (calls: ApiCall[]) =>
  calls.filter(({ path }) => path.startsWith("/api/search/users")).map(({ path }) => path);

beforeEach(() => {
  freshBrowser();
  router.push.mockClear();
  window.history.replaceState(null, "", "/search-users");
  storeTokens({ accessToken: "access", refreshToken: "refresh" });
});

test("/ leads to the field and Escape back to where one was, after it has emptied the field", async () => {
  fakeApi(answerWith([]));
  HTMLInputElement.prototype.checkVisibility = () => true;
  const { container } = show(
    <>
      <button type="button">Before</button>
      <SearchScreen />
    </>,
  );
  const before = container.querySelector("button");
  before?.focus();
  act(() => expect(focusNow("search")).toBe(true));
  expect(document.activeElement).toBe(field());
  await userEvent.keyboard("x{Escape}");
  expect(field()).toHaveProperty("value", "");
  expect(document.activeElement).toBe(field());
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).toBe(before);
});

test("the field takes the focus when a search was begun elsewhere", async () => {
  fakeApi(answerWith([]));
  HTMLInputElement.prototype.checkVisibility = () => true;
  focusNext("search");
  show(<SearchScreen />);
  expect(document.activeElement).toBe(field());
});

describe("searching people", () => {
  test("searches once, half a second after the last key, with the query in the address", async () => {
    const { calls } = fakeApi(answerWith([person(0)]));
    show(<SearchScreen />);
    await userEvent.type(field(), "person");
    expect(searches(calls)).toEqual([]);
    const found = await screen.findByRole("link", { name: /Person A/ });
    expect(found.textContent).toContain("CSE, class of 2027@person.0 · MITS");
    expect(searches(calls)).toEqual(["/api/search/users?q=person&page=1&limit=10"]);
    expect(window.location.search).toBe("?q=person");
  });

  test("blank text is not searched for", async () => {
    const { calls } = fakeApi(answerWith([]));
    show(<SearchScreen />);
    await userEvent.type(field(), "   {Enter}");
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(searches(calls)).toEqual([]);
  });

  test("no matches show an empty state", async () => {
    fakeApi(answerWith([]));
    showSearchFor("zzz");
    expect((await screen.findAllByText("No users found")).length).toBeGreaterThan(0);
    expect(screen.getByText(/^Check the spelling/)).toBeTruthy();
  });

  test("no matches for two letters say that three search the whole campus", async () => {
    fakeApi(answerWith([]));
    showSearchFor("zz");
    expect(await screen.findByText(/Type three to search the whole campus\.$/)).toBeTruthy();
  });

  test("an error shows the server's message and can be retried", async () => {
    const api = fakeApi(() =>
      errorAnswer(429, "rate_limited", "You're doing that too often. Please try again in 9 seconds."),
    );
    window.history.replaceState(null, "", "?q=person");
    showWithoutRetries();
    expect(
      await screen.findByText("You're doing that too often. Please try again in 9 seconds."),
    ).toBeTruthy();
    api.answer(answerWith([person(0)]));
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("link", { name: /Person A/ })).toBeTruthy();
  });

  test("Escape clears the field", async () => {
    fakeApi(answerWith([person(0)]));
    showSearchFor("person");
    await userEvent.type(field(), "{Escape}");
    expect(field()).toHaveProperty("value", "");
    await waitFor(() => expect(window.location.search).toBe(""));
  });

  test("a row's button joins the person's circle", async () => {
    const api = fakeApi(answerWith([person(0)]));
    showSearchFor("person");
    const button = await screen.findByRole("button", { name: "Join Circle of Person A" });
    api.answer(() => ({ status: 200, body: { isInCircle: true, circleCount: 1, message: "" } }));
    await userEvent.click(button);
    expect(await screen.findByRole("button", { name: "In Circle: Leave circle of Person A" })).toBeTruthy();
  });

  test("recent searches can be repeated, removed one by one, and cleared", async () => {
    for (const search of ["kabir", "meera", "ishita"]) rememberSearch(search);
    fakeApi(answerWith([person(0)]));
    show(<SearchScreen />);
    expect(screen.queryByRole("list", { name: "Recent searches" })).toBeNull();
    await userEvent.click(field());
    const list = screen.getByRole("list", { name: "Recent searches" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(3);
    await userEvent.click(screen.getByRole("button", { name: "Forget meera" }));
    expect(within(list).getAllByRole("listitem")).toHaveLength(2);
    await userEvent.click(screen.getByRole("button", { name: "kabir" }));
    expect(field()).toHaveProperty("value", "kabir");
    await userEvent.clear(field());
    await userEvent.click(await screen.findByRole("button", { name: "Clear all" }));
    expect(screen.queryByText("Recent searches")).toBeNull();
  });
});

describe("searching tags", () => {
  const TAGS = [
    { tag: "techfest26", postsCount: 5 },
    { tag: "techtalk", postsCount: 1 },
  ];

  test("a word finds tags, which come before people", async () => {
    fakeApi(answerWith([person(0)], null, TAGS));
    showSearchFor("tech");
    const tag = await screen.findByRole("link", { name: /#techfest26.*5 posts/ });
    expect(tag.getAttribute("href")).toBe("/tag/techfest26");
    expect(screen.getByRole("link", { name: /#techtalk.*1 post$/ })).toBeTruthy();
    expect(await screen.findByRole("link", { name: /Person A/ })).toBeTruthy();
    expect(await screen.findByText("2 tags found, 1 person found")).toBeTruthy();
    await userEvent.type(field(), "{ArrowDown}");
    const activeRow = document.getElementById(field().getAttribute("aria-activedescendant") ?? "");
    expect(activeRow?.textContent).toContain("#techfest26");
    expect(activeRow?.getAttribute("aria-selected")).toBe("true");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    expect(field().getAttribute("aria-activedescendant")).toMatch(/p0$/);
    await userEvent.keyboard("{ArrowUp}{Enter}");
    expect(router.push).toHaveBeenCalledWith("/tag/techtalk");
  });

  test("a text that begins with # finds tags alone", async () => {
    const { calls } = fakeApi(answerWith([person(0)], null, TAGS));
    showSearchFor(encodeURIComponent("#tech"));
    expect(await screen.findByRole("grid", { name: "Tags" })).toBeTruthy();
    expect(searches(calls)).toEqual([]);
    expect(screen.queryByText("No users found")).toBeNull();
  });

  test("says when there is no such tag", async () => {
    fakeApi(answerWith([]));
    showSearchFor(encodeURIComponent("#nothing"));
    expect(await screen.findByText("No tags found")).toBeTruthy();
  });

  test("several words look for people alone", async () => {
    const { calls } = fakeApi(answerWith([person(0)], null, TAGS));
    showSearchFor("person%20a");
    await screen.findByRole("link", { name: /Person A/ });
    expect(calls.some(({ path }) => path.startsWith("/api/search/tags"))).toBe(false);
  });
});

test("the field controls the lists that are there, and none otherwise", async () => {
  fakeApi(answerWith([person(0)]));
  show(<SearchScreen />);
  expect(field().getAttribute("aria-controls")).toBeNull();
  await userEvent.type(field(), "person");
  const grid = await screen.findByRole("grid", { name: "Search results" });
  expect(field().getAttribute("aria-controls")).toBe(grid.id);
});

test("a query that is too long is not searched for, and offers no retry", async () => {
  const { calls } = fakeApi(answerWith([]));
  showSearchFor("a".repeat(300));
  expect(await screen.findByText("Search is limited to 200 characters.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
  expect(calls.some(({ path }) => path.startsWith("/api/search"))).toBe(false);
});

describe("Explore", () => {
  const suggestions = Array.from({ length: 8 }, (_, number) => ({
    ...person(number),
    bio: "",
    mutualCount: number % 2,
    joinedBy: number % 2 ? "Yash Agrawal" : "",
  }));
  const photo = POSTS.picture;
  const contents: Record<string, unknown> = {
    "/api/tags/trending": { tags: [{ tag: "techfest26", postsCount: 5, peopleCount: 3 }] },
    "/api/users/suggestions": { users: suggestions },
    "/api/posts/trending": { ...NO_POSTS, posts: [photo], total: 1 },
  };
  const answerExplore = ({ path }: ApiCall): ApiAnswer => {
    const [address = ""] = path.split("?");
    return address in contents
      ? { status: 200, body: contents[address] }
      : answerWith([])({ path } as ApiCall);
  };

  test("shows the tags, people and photos of the week", async () => {
    const { calls } = fakeApi(answerExplore);
    show(<SearchScreen />);
    const tag = await screen.findByRole("link", { name: /#techfest26.*5 posts by 3 people/ });
    expect(tag.getAttribute("href")).toBe("/tag/techfest26");
    const people = await screen.findByRole("list", { name: "People to join" });
    expect(within(people).getAllByRole("listitem")).toHaveLength(8);
    await userEvent.click(screen.getByRole("button", { name: "See all" }));
    expect(screen.queryByRole("button", { name: "See all" })).toBeNull();
    const photos = await screen.findByRole("list", { name: "Popular photos" });
    expect(within(photos).getAllByRole("link")).toHaveLength(1);
    expect(calls.map(({ path }) => path)).toContain("/api/posts/trending?mediaType=image&limit=18");
  });

  test("shows one message and one retry for what failed, beside what did not", async () => {
    const api = fakeApi((call) =>
      /^.api.(users|auth)/.test(call.path) ? answerExplore(call) : errorAnswer(400, "x", "Not now."),
    );
    showWithoutRetries();
    expect(await screen.findByRole("list", { name: "People to join" })).toBeTruthy();
    expect(await screen.findAllByText("Not now.")).toHaveLength(1);
    api.answer(answerExplore);
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("list", { name: "Popular photos" })).toBeTruthy();
    expect(screen.queryByText("Not now.")).toBeNull();
  });

  test("of an empty campus leads to the first post", async () => {
    fakeApi(answerWith([]));
    show(<SearchScreen />);
    expect(await screen.findByText("Nothing to explore yet")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Create the first post" })).toBeTruthy();
  });
});

test("a link to Explore, and one to another search, are followed while a search is open", async () => {
  fakeApi(answerWith([person(0)]));
  showSearchFor("per");
  expect(await screen.findByText("Person A")).toBeTruthy();
  act(() => window.history.replaceState(null, "", "/search-users"));
  expect(field()).toHaveProperty("value", "");
  expect(await screen.findByText("Nothing to explore yet")).toBeTruthy();
  act(() => window.history.replaceState(null, "", "/search-users?q=son"));
  expect(field()).toHaveProperty("value", "son");
  expect(await screen.findByText("Person A")).toBeTruthy();
  // A layer over the screen has an address of its own.
  act(() => window.history.replaceState(null, "", "/post/1"));
  expect(field()).toHaveProperty("value", "son");
});

const Unsaved = () => <p>Leave for {useLeaveGuard(true).target}?</p>;

describe("the search field in the rail", () => {
  const tags = [{ tag: "tech", postsCount: 3 }];

  test("suggests tags and people while one types; the keyboard opens one", async () => {
    fakeApi(answerWith([person(0), person(1)], null, tags));
    show(<RailSearch />);
    await userEvent.type(field(), "te");
    const options = await screen.findAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "#tech3 posts",
      expect.stringContaining("CSE, class of 2027@person.0"),
      expect.stringContaining("CSE, class of 2027@person.1"),
    ]);
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(router.push).toHaveBeenCalledWith("/profile/p0");
    expect(field()).toHaveProperty("value", "");
  });

  test("opens Explore with the text on Enter, and chooses nothing when it is left", async () => {
    fakeApi(answerWith([person(0)]));
    show(<RailSearch />);
    await userEvent.type(field(), "per");
    await screen.findAllByRole("option");
    await userEvent.keyboard("{ArrowDown}");
    await userEvent.tab();
    expect(router.push).not.toHaveBeenCalled();
    await userEvent.type(field(), "{Enter}");
    expect(router.push).toHaveBeenCalledWith("/search-users?q=per");
  });

  test("asks before leaving what would be lost, and leaves the text as it is", async () => {
    fakeApi(answerWith([]));
    window.history.replaceState(null, "", "/edit-profile");
    show(
      <>
        <RailSearch />
        <Unsaved />
      </>,
    );
    await userEvent.type(field(), "per{Enter}");
    expect(await screen.findByText("Leave for /search-users?q=per?")).toBeTruthy();
    expect(router.push).not.toHaveBeenCalled();
    expect(field()).toHaveProperty("value", "per");
  });

  test("says that nothing was found, and Escape empties it", async () => {
    fakeApi(answerWith([]));
    show(<RailSearch />);
    await userEvent.type(field(), "zz");
    expect(await screen.findByText("No people or tags found")).toBeTruthy();
    // Screen readers hear it, too.
    expect(await screen.findByText("No people or tags found", { selector: "[role=status]" })).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    expect(field()).toHaveProperty("value", "");
    expect(screen.queryByText("No people or tags found", { ignore: "[role=status]" })).toBeNull();
  });
});
