/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, configure, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { PostList } from "@/components/posts/post-list/post-list";
import { PostsFeed } from "@/components/posts/post-list/posts-feed";
import { Toaster } from "@/components/shell/toaster";
import { feedOptions } from "@/lib/posts/client/queries";
import { storedAccessToken, storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi } from "@/tests/browser-api";
import { ownUser } from "@/tests/user-fixture";

// What is loaded with the first press and a busy machine together may take longer than the usual
// second.
configure({ asyncUtilTimeout: 5_000 });

const me = ownUser();
jest.mock("next/navigation", () => ({ useRouter: () => ({ push: jest.fn() }) }));

function makePost(id: string, author: { _id: string; name: string } = { _id: "kabir", name: "Kabir Rao" }) {
  return {
    _id: id,
    userId: { ...author, username: "", avatar: "", collegeName: "MITS" },
    caption: `Words of ${id}`,
    mediaUrl: `http://localhost/media/image/upload/campus-circle/${id}.jpg`,
    mediaType: "image",
    hashtags: [],
    visibility: "public",
    likes: [],
    isLiked: false,
    likesCount: 0,
    commentsCount: 0,
    sharesCount: 0,
    isActive: true,
    createdAt: "2026-01-01T00:00:00.000Z",
    width: 400,
    height: 300,
    placeholder: "",
    thumbnail: "",
    altText: "",
  };
}

const page = (ids: string[], nextCursor: string | null = null): ApiAnswer => ({
  status: 200,
  body: { posts: ids.map((id) => makePost(id)), total: 20, currentPage: 1, totalPages: 2, nextCursor },
});
const isFeed = ({ path }: ApiCall) => path.startsWith("/api/posts?");
const isNext = (call: ApiCall) => isFeed(call) && call.path.includes("cursor=");
const away = errorAnswer(503, "unavailable", "The database is away.");

/** What comes on screen, as the observers of a real browser would tell. */
let reach: (() => void) | undefined;
beforeEach(() => {
  localStorage.clear();
  storeTokens({ accessToken: "access", refreshToken: "refresh" });
  window.matchMedia = jest.fn(() => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  })) as never;
  window.IntersectionObserver = class {
    constructor(tell: (entries: unknown[]) => void) {
      reach = () => act(() => tell([{ isIntersecting: true }]));
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  } as never;
});

function show(content: ReactNode) {
  // What is asked twice of a server that fails is tested with the providers.
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(<QueryClientProvider client={client}>{content}</QueryClientProvider>);
}

/** Answers who one is, and the rest by `posts`. */
const answering = (posts: (call: ApiCall) => ApiAnswer) => (call: ApiCall) =>
  call.path === "/api/auth/me" ? { status: 200, body: { user: me } } : posts(call);

const feed = () =>
  show(
    <>
      <PostList options={feedOptions()} label="Posts" empty="Nothing yet" />
      <Toaster />
    </>,
  );
const articles = () => screen.findAllByRole("article");

describe("a list of posts that can't be loaded", () => {
  test("says that the session expired and forgets its token", async () => {
    fakeApi(answering(() => errorAnswer(401, "unauthenticated", "No.")));
    feed();
    expect(await screen.findByText("Session expired. Please log in again.")).toBeTruthy();
    expect(storedAccessToken()).toBeNull();
  });

  test("without a token asks to log in, and asks the server nothing", async () => {
    localStorage.clear();
    const { calls } = fakeApi(() => page(["one"]));
    feed();
    expect(await screen.findByText("Please log in to view posts.")).toBeTruthy();
    expect(calls.filter(isFeed)).toEqual([]);
  });

  test("says what the server said, and Try Again tries again", async () => {
    const { answer } = fakeApi(answering(() => errorAnswer(400, "validation", "page must be a number.")));
    feed();
    expect(await screen.findByText("page must be a number.")).toBeTruthy();
    answer(answering(() => page(["one"])));
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Words of one")).toBeTruthy();
  });

  test("names the status where the server said nothing", async () => {
    fakeApi(answering(() => ({ status: 418 })));
    feed();
    expect(await screen.findByText("HTTP error! status: 418")).toBeTruthy();
  });

  test("keeps what is there when a further page fails", async () => {
    const { answer } = fakeApi(
      answering((call) =>
        isNext(call) ? errorAnswer(400, "validation", "No more.") : page(["one"], "next"),
      ),
    );
    feed();
    await articles();
    reach?.();
    expect(await screen.findByText("No more.")).toBeTruthy();
    expect(screen.getByText("Words of one")).toBeTruthy();
    answer(answering(() => page(["two"])));
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Words of two")).toBeTruthy();
    expect(screen.getByText("You're all caught up!")).toBeTruthy();
  });
});

test("a list tells where in it each post is, and how many there are once that is known", async () => {
  fakeApi(answering((call) => (isNext(call) ? page(["two"]) : page(["one"], "next"))));
  feed();
  const [first] = await articles();
  expect(screen.getByRole("feed", { name: "Posts" }).getAttribute("aria-busy")).toBe("false");
  expect(first?.getAttribute("aria-posinset")).toBe("1");
  expect(first?.getAttribute("aria-setsize")).toBe("-1");
  reach?.();
  await screen.findByText("Words of two");
  expect(screen.getAllByRole("article").map((each) => each.getAttribute("aria-setsize"))).toEqual(["2", "2"]);
});

test("a list with nothing in it says so", async () => {
  fakeApi(answering(() => page([])));
  feed();
  expect(await screen.findByText("Nothing yet")).toBeTruthy();
});

describe("in the feed", () => {
  test("a like that fails is said in a toast", async () => {
    fakeApi(answering((call) => (isFeed(call) ? page(["one"]) : away)));
    feed();
    await userEvent.click(await screen.findByRole("button", { name: "Like" }));
    expect(await screen.findByText("Failed to update like. Please try again.")).toBeTruthy();
  });

  test("a link that can't be copied is said in a toast, a copied one there and on its button", async () => {
    fakeApi(answering((call) => (isFeed(call) ? page(["one"]) : { status: 200, body: { sharesCount: 3 } })));
    const user = userEvent.setup();
    feed();
    const copy = jest
      .spyOn(navigator.clipboard, "writeText")
      .mockRejectedValueOnce(new Error("Not allowed."));
    await user.click(await screen.findByRole("button", { name: "Share" }));
    await user.click(await screen.findByRole("menuitem", { name: "Copy link" }));
    expect(await screen.findByText("Failed to share post: Not allowed.")).toBeTruthy();
    copy.mockResolvedValueOnce();
    await user.click(screen.getByRole("button", { name: "Share" }));
    await user.click(await screen.findByRole("menuitem", { name: "Copy link" }));
    expect(await screen.findByText("Copied!", { selector: "button span" })).toBeTruthy();
    expect(await screen.findByText("Link copied to clipboard!")).toBeTruthy();
    expect(copy).toHaveBeenLastCalledWith("http://localhost/post/one");
  });
});

describe("one's own post", () => {
  const own = (): ApiAnswer => {
    const posts = [makePost("mine", { _id: me._id, name: me.name })];
    return { status: 200, body: { posts, total: 1, currentPage: 1, totalPages: 1, nextCursor: null } };
  };
  const choose = async (item: string) => {
    await userEvent.click(await screen.findByRole("button", { name: "Post options" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: item }));
  };

  test("that the server won't delete is gone at once and comes back with a word", async () => {
    let refuse = () => {};
    const { answer } = fakeApi(answering(own));
    feed();
    await choose("Delete");
    answer(
      answering(
        () =>
          new Promise<ApiAnswer>((resolve) => {
            refuse = () => resolve(away);
          }) as never,
      ),
    );
    const question = await screen.findByRole("alertdialog");
    expect(within(question).getByText("Are you sure you want to delete this post?")).toBeTruthy();
    await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByText("Words of mine")).toBeNull());
    refuse();
    expect(
      await screen.findByText("Your post is back: it couldn't be deleted. The database is away."),
    ).toBeTruthy();
    expect(await screen.findByText("Words of mine")).toBeTruthy();
  });

  test("whose caption the server won't change has its old one again, with a word", async () => {
    fakeApi(answering((call) => (isFeed(call) ? own() : away)));
    feed();
    await choose("Edit caption");
    const field = await screen.findByRole("textbox", { name: "Caption" });
    await userEvent.clear(field);
    await userEvent.type(field, "Better words");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByRole("button", { name: "Updating..." })).toBeTruthy();
    expect(
      await screen.findByText(
        "Your old caption is back: the change couldn't be saved. The database is away.",
      ),
    ).toBeTruthy();
    expect(screen.getByText("Words of mine")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("the Posts Feed", () => {
  const posts = () => {
    show(<PostsFeed />);
    return articles();
  };
  const alert = (text: string) => waitFor(() => expect(screen.getByRole("alert").textContent).toBe(text));

  test("says in alerts what failed", async () => {
    fakeApi(answering((call) => (isFeed(call) ? page(["one"]) : away)));
    const user = userEvent.setup();
    await posts();
    await user.click(screen.getByRole("button", { name: "Like" }));
    await alert("Failed to like post: The database is away.");
    await user.click(screen.getByRole("button", { name: "Dismiss" }));

    jest.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("Not allowed."));
    await user.click(screen.getByRole("button", { name: "Share" }));
    await user.click(await screen.findByRole("menuitem", { name: "Copy link" }));
    await alert("Failed to share post: Not allowed.");
    await user.click(screen.getByRole("button", { name: "Dismiss" }));

    await user.click(screen.getByRole("button", { name: "Comment" }));
    await user.type(await screen.findByRole("textbox", { name: "Write a comment" }), "Hello{Enter}");
    await alert("Failed to add comment: The database is away.");
    await user.clear(screen.getByRole("textbox"));
  });

  test("says in an alert that the link was copied; comments go by its own call", async () => {
    const { calls } = fakeApi(answering((call) => (isFeed(call) ? page(["one"]) : away)));
    const user = userEvent.setup();
    await posts();
    await user.click(screen.getByRole("button", { name: "Share" }));
    await user.click(await screen.findByRole("menuitem", { name: "Copy link" }));
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

  test("is renewed by Refresh, and ends in its own words", async () => {
    const { answer } = fakeApi(answering(() => page(["one"])));
    await posts();
    expect(screen.getByText("No more posts to load.")).toBeTruthy();
    answer(answering(() => page(["new", "one"])));
    await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
    expect(await screen.findByText("Words of new")).toBeTruthy();
  });
});
