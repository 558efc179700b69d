/** @jest-environment <rootDir>/tests/browser-environment.ts */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server.edge";
import { PostList } from "@/components/posts/post-list/post-list";
import { PostsFeed } from "@/components/posts/post-list/posts-feed";
import { Toaster } from "@/components/shell/toaster";
import { preservePagePosition } from "@/lib/dom/page-position";
import { feedOptions } from "@/lib/posts/client/queries";
import { storedAccessToken, storeTokens } from "@/lib/sessions/client/stored-session";
import { storageErased } from "@/lib/store/signal";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi } from "@/tests/browser-api";
import { preserveFocusAsOnScreens } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { postOf } from "@/tests/post-fixture";
import { ownUser } from "@/tests/user-fixture";

const me = ownUser();
// Loading them for the first time takes long.
beforeAll(() => import("@/components/posts/post-list/post-shortcuts"));

preserveFocusAsOnScreens();

const makePost = (id: string, author = { _id: "kabir", name: "Kabir Rao" }) =>
  postOf({
    _id: id,
    userId: { ...postOf().userId, ...author },
    caption: `Words of ${id}`,
    mediaUrl: `http://localhost/media/image/upload/campus-circle/${id}.jpg`,
  });

const page = (ids: string[], nextCursor: string | null = null): ApiAnswer => ({
  status: 200,
  body: { posts: ids.map((id) => makePost(id)), total: 20, currentPage: 1, totalPages: 2, nextCursor },
});
const isFeed = ({ path }: ApiCall) => path.startsWith("/api/posts?");
const isNext = (call: ApiCall) => isFeed(call) && call.path.includes("cursor=");
const unavailable = errorAnswer(503, "unavailable", "The database is away.");

/** Reports the sentinel as visible, as a browser's IntersectionObserver would. */
let showSentinel: (() => void) | undefined;
beforeEach(() => {
  router.push.mockClear();
  localStorage.clear();
  storeTokens({ accessToken: "access", refreshToken: "refresh" });
  window.matchMedia = jest.fn(() => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  })) as never;
  window.IntersectionObserver = class {
    constructor(callback: (entries: unknown[]) => void) {
      showSentinel = () => act(() => callback([{ isIntersecting: true }]));
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  } as never;
});

function show(content: ReactNode) {
  // Without retries: those belong to the providers.
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(<QueryClientProvider client={client}>{content}</QueryClientProvider>);
}

/** Answers `/auth/me` itself, and everything else with `posts`. */
const answering = (posts: (call: ApiCall) => ApiAnswer) => (call: ApiCall) => {
  if (call.path === "/api/auth/me") return { status: 200, body: { user: me } };
  // Whom a post could be sent to.
  if (/^\/api\/(conversations|users)/.test(call.path)) return unavailable;
  return posts(call);
};

const feed = () =>
  show(
    <>
      <PostList options={feedOptions()} label="Posts" empty="Nothing yet" />
      <Toaster />
    </>,
  );
const articles = () => screen.findAllByRole("article");

test("the HTML has the first three posts, and the browser adds the others", async () => {
  fakeApi(answering(() => unavailable));
  const client = new QueryClient();
  const { body } = page(["one", "two", "three", "four", "five"]);
  client.setQueryData(feedOptions().queryKey, { pages: [body], pageParams: [null] } as never);
  const content = (
    <QueryClientProvider client={client}>
      <PostList options={feedOptions()} label="Posts" empty="Nothing yet" />
    </QueryClientProvider>
  );
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(content);
  const shown = () =>
    [...container.querySelectorAll("article")].map((article) =>
      article.querySelector(".free-text")?.textContent?.replace("Words of ", ""),
    );
  expect(shown()).toEqual(["one", "two", "three"]);
  const [first] = container.querySelectorAll("article");
  render(content, { container, hydrate: true });
  await waitFor(() => expect(shown()).toEqual(["one", "two", "three", "four", "five"]));
  expect(container.querySelector("article")).toBe(first);
});

describe("a list of posts that can't be loaded", () => {
  test("says that the session expired and removes its token", async () => {
    fakeApi(answering(() => errorAnswer(401, "unauthenticated", "No.")));
    feed();
    expect(await screen.findByText("Session expired. Please log in again.")).toBeTruthy();
    expect(storedAccessToken()).toBeNull();
  });

  test("asks to log in when there is no token, and sends no request", async () => {
    localStorage.clear();
    const { calls } = fakeApi(() => page(["one"]));
    feed();
    expect(await screen.findByText("Please log in to view posts.")).toBeTruthy();
    expect(calls.filter(isFeed)).toEqual([]);
  });

  test("shows the server's message, and Try Again retries", async () => {
    const { answer } = fakeApi(answering(() => errorAnswer(400, "validation", "page must be a number.")));
    feed();
    expect(await screen.findByText("page must be a number.")).toBeTruthy();
    answer(answering(() => page(["one"])));
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Words of one")).toBeTruthy();
  });

  test("shows the status when the server sent no message", async () => {
    fakeApi(answering(() => ({ status: 418 })));
    feed();
    expect(await screen.findByText("HTTP error! status: 418")).toBeTruthy();
  });

  test("still shows its posts when the next page fails", async () => {
    const { answer } = fakeApi(
      answering((call) =>
        isNext(call) ? errorAnswer(400, "validation", "No more.") : page(["one"], "next"),
      ),
    );
    feed();
    await articles();
    showSentinel?.();
    expect(await screen.findByText("No more.")).toBeTruthy();
    expect(screen.getByText("Words of one")).toBeTruthy();
    answer(answering(() => page(["two"])));
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Words of two")).toBeTruthy();
    expect(screen.getByText("You're all caught up!")).toBeTruthy();
  });
});

test("a list numbers its posts, and gives their total once it is known", async () => {
  fakeApi(answering((call) => (isNext(call) ? page(["two"]) : page(["one"], "next"))));
  feed();
  const [first] = await articles();
  expect(screen.getByRole("feed", { name: "Posts" }).getAttribute("aria-busy")).toBe("false");
  expect(first?.getAttribute("aria-posinset")).toBe("1");
  expect(first?.getAttribute("aria-setsize")).toBe("-1");
  showSentinel?.();
  await screen.findByText("Words of two");
  expect(screen.getAllByRole("article").map((article) => article.getAttribute("aria-setsize"))).toEqual([
    "2",
    "2",
  ]);
});

test("an empty list says so", async () => {
  fakeApi(answering(() => page([])));
  feed();
  expect(await screen.findByText("Nothing yet")).toBeTruthy();
});

describe("in the feed", () => {
  test("a like fails without asking to try again when the session is over", async () => {
    fakeApi(answering((call) => (isFeed(call) ? page(["one"]) : errorAnswer(401, "unauthenticated", "No."))));
    feed();
    await userEvent.click(await screen.findByRole("button", { name: "Like" }));
    expect(await screen.findByText("Session expired. Please log in again.")).toBeTruthy();
    expect(screen.queryByText(/try again/)).toBeNull();
  });

  test("a failed like shows a toast", async () => {
    fakeApi(answering((call) => (isFeed(call) ? page(["one"]) : unavailable)));
    feed();
    await userEvent.click(await screen.findByRole("button", { name: "Like" }));
    expect(await screen.findByText("Failed to update like. Please try again.")).toBeTruthy();
  });

  test("a failed copy shows a toast; a successful one a toast and Copied! on the button", async () => {
    fakeApi(
      answering((call) =>
        isFeed(call) ? page(["one"]) : { status: 200, body: { sharesCount: 3, people: [] } },
      ),
    );
    const user = userEvent.setup();
    feed();
    const copy = jest
      .spyOn(navigator.clipboard, "writeText")
      .mockRejectedValueOnce(new Error("Not allowed."));
    await user.click(await screen.findByRole("button", { name: "Share" }));
    await user.click(await screen.findByRole("button", { name: "Copy link" }));
    const failure = await screen.findByText("Failed to share post: Copying isn't allowed here.");
    // Not over the dialog, which is at the bottom on phones.
    expect(failure.closest("[data-sonner-toaster]")?.getAttribute("data-y-position")).toBe("top");
    const link = await screen.findByRole<HTMLInputElement>("textbox", { name: /Copy the link from here/ });
    expect(link.value).toBe("http://localhost/post/one");
    expect(link.value.slice(link.selectionStart ?? 0, link.selectionEnd ?? 0)).toBe(link.value);
    await user.keyboard("{Escape}");
    copy.mockResolvedValueOnce();
    await user.click(screen.getByRole("button", { name: "Share" }));
    await user.click(await screen.findByRole("button", { name: "Copy link" }));
    expect(await screen.findByText("Copied!", { selector: "button span" })).toBeTruthy();
    expect(await screen.findByText("Link copied to clipboard!")).toBeTruthy();
    expect(copy).toHaveBeenLastCalledWith("http://localhost/post/one");
  });
});

describe("the viewer's own post", () => {
  const own = (): ApiAnswer => {
    const posts = [makePost("mine", { _id: me._id, name: me.name })];
    return { status: 200, body: { posts, total: 1, currentPage: 1, totalPages: 1, nextCursor: null } };
  };
  const choose = async (item: string) => {
    await userEvent.click(await screen.findByRole("button", { name: "Post options" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: item }));
  };

  test("disappears at once when deleted, and returns with a toast when that fails", async () => {
    let rejectDeletion = () => {};
    const { answer } = fakeApi(answering(own));
    feed();
    await choose("Delete");
    answer(
      answering(
        () =>
          new Promise<ApiAnswer>((resolve) => {
            rejectDeletion = () => resolve(unavailable);
          }) as never,
      ),
    );
    const dialog = await screen.findByRole("alertdialog");
    expect(within(dialog).getByText("Are you sure you want to delete this post?")).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByText("Words of mine")).toBeNull());
    rejectDeletion();
    expect(await screen.findByText("Couldn't delete your post. The database is away.")).toBeTruthy();
    expect(await screen.findByText("Words of mine")).toBeTruthy();
  });

  test("comes back when its deletion is undone", async () => {
    const { calls } = fakeApi(
      answering((call) =>
        isFeed(call)
          ? own()
          : { status: 200, body: { post: makePost("mine", { _id: me._id, name: me.name }) } },
      ),
    );
    feed();
    await choose("Delete");
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Post deleted.")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("Words of mine")).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Words of mine")).toBeTruthy();
    const sent = calls.filter(({ path }) => path.startsWith("/api/posts/mine"));
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "DELETE /api/posts/mine",
      "PUT /api/posts/mine/restore",
    ]);
  });

  test("gets its old caption back, with a toast, when an edit fails", async () => {
    fakeApi(answering((call) => (isFeed(call) ? own() : unavailable)));
    feed();
    await choose("Edit caption");
    const field = await screen.findByRole("textbox", { name: "Caption" });
    await userEvent.clear(field);
    await userEvent.type(field, "Better words");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByRole("button", { name: "Updating..." })).toBeTruthy();
    expect(await screen.findByText("Couldn't save your caption. The database is away.")).toBeTruthy();
    expect(screen.getByText("Words of mine")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("the keyboard", () => {
  const scrollIntoView = jest.fn();
  beforeEach(() => {
    Element.prototype.scrollIntoView = scrollIntoView;
  });
  const focused = () => document.activeElement?.textContent ?? "";

  test("likes the focused post, and opens its comments to write one", async () => {
    const { calls } = fakeApi(answering((call) => (isFeed(call) ? page(["one", "two"]) : unavailable)));
    feed();
    const [, second] = await articles();
    second?.focus();
    await userEvent.keyboard("l");
    await waitFor(() =>
      expect(calls.filter(({ path }) => path.endsWith("/like")).map(({ path }) => path)).toEqual([
        "/api/posts/two/like",
      ]),
    );
    await userEvent.keyboard("c");
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Write a comment" })),
    );
    await userEvent.keyboard("l?");
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Write a comment" }).value).toBe("l?");
    await userEvent.clear(screen.getByRole("textbox"));
  });

  test("bookmarks the focused post, and says so", async () => {
    const { calls } = fakeApi(
      answering((call) => (isFeed(call) ? page(["one"]) : { status: 200, body: { isBookmarked: true } })),
    );
    feed();
    const [post] = await articles();
    post?.focus();
    await userEvent.keyboard("b");
    expect(within(post as HTMLElement).getByRole("status").textContent).toBe("Bookmarked");
    await waitFor(() =>
      expect(calls).toContainEqual(
        expect.objectContaining({ path: "/api/posts/one/bookmark", body: { bookmarked: true } }),
      ),
    );
  });

  test("says that a like by key is given and taken back; a press on the button says so itself", async () => {
    fakeApi(answering((call) => (isFeed(call) ? page(["one"]) : { status: 200, body: {} })));
    feed();
    const [post] = await articles();
    post?.focus();
    const status = within(post as HTMLElement).getByRole("status");
    await userEvent.keyboard("l");
    expect(status.textContent).toBe("Liked");
    // Until then it is the second press of a double click.
    await new Promise((resolve) => setTimeout(resolve, 410));
    await userEvent.keyboard("l");
    expect(status.textContent).toBe("Like removed");
    await new Promise((resolve) => setTimeout(resolve, 410));
    await userEvent.click(within(post as HTMLElement).getByRole("button", { name: "Like" }));
    expect(status.textContent).toBe("");
  });

  test("opens the focused post with Enter and o, but not from a control in it", async () => {
    fakeApi(answering((call) => (isFeed(call) ? page(["one", "two"]) : unavailable)));
    feed();
    const [, second] = await articles();
    second?.focus();
    await userEvent.keyboard("{Enter}");
    expect(router.push.mock.calls).toEqual([["/post/two"]]);
    await userEvent.keyboard("o");
    expect(router.push.mock.calls).toEqual([["/post/two"], ["/post/two"]]);
    within(second as HTMLElement)
      .getByRole("button", { name: "Comment" })
      .focus();
    await userEvent.keyboard("{Enter}");
    expect(router.push).toHaveBeenCalledTimes(2);
  });

  test("is at the post that was opened after Back, and only then", async () => {
    fakeApi(answering(() => page(["one", "two", "three"])));
    const navigation = Object.assign(new EventTarget(), { currentEntry: { key: "feed" } });
    Object.assign(window, { navigation });
    preservePagePosition();
    jest.spyOn(document.documentElement, "scrollHeight", "get").mockReturnValue(2_000);
    const { unmount } = feed();
    await articles();
    const destination = { url: new URL("/post/two", location.href).href };
    const push = Object.assign(new Event("navigate"), { navigationType: "push", destination });
    navigation.dispatchEvent(push);
    unmount();
    const visit = async (key: string) => {
      navigation.currentEntry = { key };
      const visited = feed();
      window.dispatchEvent(new PopStateEvent("popstate"));
      const [, second] = await articles();
      for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
      const hasFocus = document.activeElement === second;
      visited.unmount();
      return hasFocus;
    };
    expect(await visit("another visit of the feed")).toBe(false);
    expect(await visit("feed")).toBe(true);
    Reflect.deleteProperty(window, "navigation");
  });

  test("is at the post that was on screen after a reload, on a page that loads again", async () => {
    const { calls } = fakeApi(
      answering((call) => (isNext(call) ? page(["three", "four"]) : page(["one", "two"], "next"))),
    );
    const navigation = Object.assign(new EventTarget(), { currentEntry: { key: "feed" } });
    Object.assign(window, { navigation });
    const place = { entry: "feed", postId: "four", top: -20, pages: 2 };
    sessionStorage.setItem("place", JSON.stringify(place));
    storageErased.emit();
    window.scrollBy = jest.fn();
    feed();
    expect(await screen.findByText("Words of four")).toBeTruthy();
    expect(window.scrollBy).toHaveBeenCalledWith({ top: 20, behavior: "instant" });
    expect(calls.filter(isNext)).toHaveLength(1);
    expect(JSON.parse(sessionStorage.getItem("place") ?? "null")).toBeNull();
    Reflect.deleteProperty(window, "navigation");
  });

  test("shares the focused post, again and again", async () => {
    fakeApi(answering((call) => (isFeed(call) ? page(["one"]) : unavailable)));
    feed();
    const [post] = await articles();
    for (let times = 0; times < 2; times += 1) {
      post?.focus();
      await userEvent.keyboard("s");
      expect(await screen.findByRole("button", { name: "Copy link" })).toBeTruthy();
      await userEvent.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    }
  });

  test("leaves the comment field with Escape for its post, and closes the comments with x", async () => {
    fakeApi(answering((call) => (isFeed(call) ? page(["one"]) : unavailable)));
    feed();
    const [post] = await articles();
    post?.focus();
    await userEvent.keyboard("c");
    const field = await screen.findByRole("textbox", { name: "Write a comment" });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard("{Escape}");
    expect(document.activeElement).toBe(post);
    expect(field.isConnected).toBe(true);
    await userEvent.keyboard("x");
    expect(field.isConnected).toBe(false);
    expect(document.activeElement).toBe(post);
  });

  test("what is typed right after a press on Comment is in the field, and nothing else", async () => {
    const { calls } = fakeApi(answering((call) => (isFeed(call) ? page(["one"]) : unavailable)));
    feed();
    await userEvent.click(await screen.findByRole("button", { name: "Comment" }));
    await userEvent.keyboard("likes b g h");
    expect(await screen.findByRole("textbox", { name: "Write a comment" })).toHaveProperty(
      "value",
      "likes b g h",
    );
    expect(calls.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(router.push).not.toHaveBeenCalled();
    await userEvent.clear(screen.getByRole("textbox"));
  });

  test("continues at the next post once the viewer's own is deleted", async () => {
    const posts = [makePost("mine", { _id: me._id, name: me.name }), makePost("next")];
    const body = { posts, total: 2, currentPage: 1, totalPages: 1, nextCursor: null };
    fakeApi(answering((call) => (isFeed(call) ? { status: 200, body } : { status: 200, body: {} })));
    feed();
    const [options] = await screen.findAllByRole("button", { name: "Post options" });
    await userEvent.click(options as HTMLElement);
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByText("Words of mine")).toBeNull());
    await screen.findAllByText("Post deleted.");
    await waitFor(() => expect(focused()).toContain("Words of next"));
    // What closes the dialog runs later, and must leave the focus there.
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(document.activeElement?.tagName).toBe("ARTICLE");
  });
});

describe("the Posts Feed", () => {
  const posts = () => {
    show(<PostsFeed />);
    return articles();
  };
  const alert = (text: string) => waitFor(() => expect(screen.getByRole("alert").textContent).toBe(text));

  test("shows failures as alerts", async () => {
    fakeApi(answering((call) => (isFeed(call) ? page(["one"]) : unavailable)));
    const user = userEvent.setup();
    await posts();
    await user.click(screen.getByRole("button", { name: "Like" }));
    await alert("Failed to like post: The database is away.");
    await user.click(screen.getByRole("button", { name: "Dismiss" }));

    jest.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("Not allowed."));
    await user.click(screen.getByRole("button", { name: "Share" }));
    await user.click(await screen.findByRole("button", { name: "Copy link" }));
    await user.click(await screen.findByRole("button", { name: "Close" }));
    await alert("Failed to share post: Copying isn't allowed here.");
    await user.click(screen.getByRole("button", { name: "Dismiss" }));

    await user.click(screen.getByRole("button", { name: "Comment" }));
    await user.type(await screen.findByRole("textbox", { name: "Write a comment" }), "Hello{Enter}");
    await alert("Failed to add comment: The database is away.");
    await user.clear(screen.getByRole("textbox"));
  });

  test("shows an alert when the link is copied; comments go to its own endpoint", async () => {
    const { calls } = fakeApi(answering((call) => (isFeed(call) ? page(["one"]) : unavailable)));
    const user = userEvent.setup();
    await posts();
    await user.click(screen.getByRole("button", { name: "Share" }));
    await user.click(await screen.findByRole("button", { name: "Copy link" }));
    await alert("Link copied to clipboard!");
    await user.click(screen.getByRole("button", { name: "Comment" }));
    await user.type(await screen.findByRole("textbox", { name: "Write a comment" }), "Hello{Enter}");
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === "POST").map(({ path }) => path)).toContain(
        "/api/posts/one/comment",
      ),
    );
    await user.clear(screen.getByRole("textbox"));
  });

  test("reloads with Refresh, and has its own text at the end", async () => {
    const { answer } = fakeApi(answering(() => page(["one"])));
    await posts();
    expect(screen.getByText("No more posts to load.")).toBeTruthy();
    answer(answering(() => page(["new", "one"])));
    await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
    expect(await screen.findByText("Words of new")).toBeTruthy();
  });
});
