/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { configure, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SearchScreen } from "@/components/people-search/search-screen";
import { rememberSearch } from "@/lib/people-search/client/recent-searches";
import type { UserListItem } from "@/lib/profiles/schema";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

// Debouncing on a busy machine can exceed the default timeout of one second.
configure({ asyncUtilTimeout: 5_000 });

const push = jest.fn();
jest.mock("next/navigation", () => ({
  useRouter: () => ({ push }),
  useSearchParams: () => new URLSearchParams(window.location.search),
}));
beforeAll(() => {
  window.IntersectionObserver = class {
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  Element.prototype.scrollIntoView = () => {};
});

const person = (number: number): UserListItem => ({
  _id: `p${number}`,
  name: `Person ${"ABCDEFGHIJKL"[number]}`,
  username: `person.${number}`,
  avatar: "",
  collegeName: "MITS",
  isInCircle: false,
});

function answerWith(users: UserListItem[], nextCursor: string | null = null) {
  return ({ path }: ApiCall) => {
    if (path.startsWith("/api/auth/me")) return { status: 200, body: { user: ownUser() } };
    if (path.startsWith("/api/users/suggestions")) return { status: 200, body: { users: [] } };
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

const field = () => screen.getByRole("combobox", { name: "Search people" });
const searches = (calls: ApiCall[]) =>
  calls.filter(({ path }) => path.startsWith("/api/search")).map(({ path }) => path);

beforeEach(() => {
  freshBrowser();
  push.mockClear();
  window.history.replaceState(null, "", "/search-users");
  storeTokens({ accessToken: "access", refreshToken: "refresh" });
});

describe("searching people", () => {
  test("searches once, half a second after the last key, with the query in the address", async () => {
    const { calls } = fakeApi(answerWith([person(0)]));
    show(<SearchScreen />);
    await userEvent.type(field(), "person");
    expect(searches(calls)).toEqual([]);
    const found = await screen.findByRole("link", { name: /Person A/ });
    expect(found.textContent).toContain("@person.0 · MITS");
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
  });

  test("an error shows the server's message and can be retried", async () => {
    const api = fakeApi(() =>
      errorAnswer(429, "rate_limited", "You're doing that too often. Please try again in 9 seconds."),
    );
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    window.history.replaceState(null, "", "?q=person");
    render(
      <QueryClientProvider client={client}>
        <SearchScreen />
      </QueryClientProvider>,
    );
    expect(
      await screen.findByText("You're doing that too often. Please try again in 9 seconds."),
    ).toBeTruthy();
    api.answer(answerWith([person(0)]));
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("link", { name: /Person A/ })).toBeTruthy();
  });

  test("arrow keys move through the results and wrap around; Enter opens the active one", async () => {
    fakeApi(answerWith([person(0), person(1)]));
    showSearchFor("person");
    await screen.findByRole("link", { name: /Person A/ });
    const activeRow = () => field().getAttribute("aria-activedescendant");
    await userEvent.type(field(), "{ArrowDown}");
    expect(activeRow()).toMatch(/p0$/);
    await userEvent.keyboard("{ArrowDown}");
    expect(activeRow()).toMatch(/p1$/);
    expect(document.getElementById(activeRow() ?? "")?.getAttribute("aria-selected")).toBe("true");
    await userEvent.keyboard("{ArrowDown}");
    expect(activeRow()).toBeNull();
    await userEvent.keyboard("{ArrowUp}{Enter}");
    expect(push).toHaveBeenCalledWith("/profile/p1");
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
