/** @jest-environment jsdom */
import { QueryClient, useQuery } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef } from "react";
import { PostCard, type PostCardHandle } from "@/components/posts/post-card/post-card";
import { toast } from "@/components/ui/toast";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { useShortcuts } from "@/lib/dom/use-shortcuts";
import { postsKeys } from "@/lib/posts/client/cache";
import { queuedLike } from "@/lib/posts/client/mutations";
import { postOptions } from "@/lib/posts/client/queries";
import type { Post } from "@/lib/posts/schema";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { enqueue, type QueueHandlers, queuedActions } from "@/lib/query/offline-queue";
import { flushQueue, showQueue } from "@/lib/query/send-queue";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { clientOf, onePageOf, show as showScreen } from "@/tests/browser-api";
import { router } from "@/tests/next-navigation";
import { postOf } from "@/tests/post-fixture";
import { spyOnApi } from "@/tests/spy-on-api";
import { ownUser, personOf } from "@/tests/user-fixture";

const me = personOf("aarav", "Aarav Sharma");

const makePost = (change: Partial<Post> = {}): Post =>
  postOf({
    likesCount: 50,
    commentsCount: 1,
    createdAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    width: 1600,
    height: 1200,
    ...change,
  });

/** The card as in a list: it renders again when the cached post changes. */
function ShownPost() {
  const { data } = useQuery({ ...postOptions("post-1"), staleTime: Number.POSITIVE_INFINITY });
  return data ? <PostCard post={data} onOpenMedia={() => {}} onDeleted={() => {}} /> : null;
}

function Shortcut({ onKey }: { onKey: () => void }) {
  useShortcuts({ l: onKey });
  return null;
}

let client: QueryClient;

function show(change: Partial<Post> = {}) {
  client = clientOf(me);
  client.setQueryData(postsKeys.detail("post-1"), makePost(change));
  return showScreen(<ShownPost />, client);
}

let post: ReturnType<typeof spyOnApi>;
let get: ReturnType<typeof spyOnApi>;
let answerGet: unknown;

beforeEach(() => {
  storeTokens({ accessToken: "access", refreshToken: "refresh" });
  post = spyOnApi("post");
  get = spyOnApi("get").mockImplementation(async () => answerGet as never);
});

describe("an own post that moderators withhold", () => {
  const withheld = { reason: "It was spam.", decisionId: "decision", at: "2026-11-20T12:00:00.000Z" };
  const own = { userId: { ...me, collegeName: "MITS" } };

  test("that is removed says why; only Appeal and Delete are left", async () => {
    show({ ...own, withheld });
    expect(await screen.findByText("Removed by moderators: It was spam.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Appeal" }).getAttribute("href")).toBe("/settings/decisions");
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toContain("Delete");
    expect(screen.queryByRole("button", { name: /^(Like|Comment|Share|Bookmark|Post options)/ })).toBeNull();
    expect(screen.queryByRole("img")).toBeNull();

    const remove = spyOnApi("delete").mockResolvedValue(undefined as never);
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    expect(remove).toHaveBeenCalledWith("/posts/post-1");
  });

  test("that another device has deleted already is gone, without an error", async () => {
    show({ ...own, withheld });
    const list = { pages: [{ posts: [makePost(own)], total: 1, nextCursor: null }], pageParams: [null] };
    client.setQueryData(postsKeys.feed(), list);
    spyOnApi("delete").mockRejectedValue(new ApiClientError(404, "not_found", "Gone."));
    const showError = jest.spyOn(toast, "error").mockReturnValue("toast");
    await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
    await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(client.isMutating()).toBe(0));
    expect(client.getQueryData(postsKeys.feed())).toMatchObject({ pages: [{ posts: [] }] });
    expect(showError).not.toHaveBeenCalled();
  });

  test("has no comments to open with a key, and stops no other key", () => {
    const shortcut = jest.fn();
    const card = createRef<PostCardHandle>();
    showScreen(
      <>
        <PostCard ref={card} post={makePost({ ...own, withheld })} onOpenMedia={() => {}} />
        <Shortcut onKey={shortcut} />
      </>,
    );
    act(() => card.current?.comment());
    fireEvent.keyDown(document.body, { key: "l" });
    expect(shortcut).toHaveBeenCalled();
  });

  test("that is held for review can't be appealed yet", async () => {
    show({ ...own, withheld: { ...withheld, reason: "", decisionId: null } });
    expect(await screen.findByText("Held for review by moderators")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Appeal" })).toBeNull();
  });
});

describe("a post", () => {
  test("shows the author's username, and the college only without one", () => {
    const { userId } = makePost();
    show({ userId: { ...userId, username: "kabir.rao" } });
    expect(screen.getByText("@kabir.rao")).toBeTruthy();
    expect(screen.queryByText(/MITS/)).toBeNull();
  });

  test("has words for its actions in their names alone, and shows no count of zero", () => {
    show({ likesCount: 0, commentsCount: 0, sharesCount: 0 });
    for (const name of ["Like", "Comment", "Share", "Bookmark"])
      expect(screen.getByRole("button", { name }).textContent).toBe("");
  });

  test("shows author, class, college and time, with the name unchanged", () => {
    show();
    const card = screen.getByRole("article", { name: "Kabir Rao 3 hours ago" });
    expect(within(card).getByText("3h").closest("time")?.getAttribute("title")).toMatch(/\d{4} at \d/);
    expect(within(card).getByText("MITS")).toBeTruthy();
    expect(within(card).getByText("CSE, class of 2027").closest("a")).toBeNull();
    expect(within(card).getByAltText("Photo by Kabir Rao")).toBeTruthy();
  });

  test("is trending above fifty likes", () => {
    show({ likesCount: 51 });
    expect(screen.getByText("Trending")).toBeTruthy();
  });

  test("is not trending at fifty", () => {
    show();
    expect(screen.queryByText("Trending")).toBeNull();
  });

  test("has a menu for its author", () => {
    show({ userId: { ...me, collegeName: "MITS" } });
    expect(screen.getByRole("button", { name: "Post options" })).toBeTruthy();
  });

  test("has a menu for other members, to mute or block the author", async () => {
    show();
    await userEvent.click(screen.getByRole("button", { name: "Post options" }));
    expect(await screen.findByRole("menuitem", { name: "Mute Kabir Rao" })).toBeTruthy();
    expect(screen.getByRole("menuitem", { name: "Block Kabir Rao" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "Delete" })).toBeNull();
  });

  test("reserves the space of its picture, between 3:4 and 1.91:1", () => {
    show({ width: 1000, height: 3000 });
    const picture = screen.getByAltText("Photo by Kabir Rao");
    expect(picture.closest("button")?.parentElement?.style.aspectRatio).toBe("0.75");
    expect(picture.style.aspectRatio).toMatch(/^0.333/);
  });

  test("opens when its words are pressed, but not by a link in them or a selection", async () => {
    show({ caption: "A roof with a view https://example.org" });
    router.push.mockClear();
    await userEvent.click(screen.getByText(/A roof with a view/));
    expect(router.push.mock.calls).toEqual([["/post/post-1"]]);
    const link = screen.getByRole("link", { name: "example.org" });
    link.addEventListener("click", (event) => event.preventDefault());
    await userEvent.click(link);
    expect(router.push).toHaveBeenCalledTimes(1);
    jest.spyOn(window, "getSelection").mockReturnValue({ isCollapsed: false } as Selection);
    await userEvent.click(screen.getByText(/A roof with a view/));
    expect(router.push).toHaveBeenCalledTimes(1);
  });

  test("of a card shows its words once, on its background, with their tags", async () => {
    show({ caption: `Chai? #chai ${"a ".repeat(100)}`, kind: "card", background: "leaf" });
    const words = await screen.findByText(/Chai\?/);
    expect(words.closest("[data-background=leaf]")).toBeTruthy();
    expect(screen.getAllByText(/Chai\?/)).toHaveLength(1);
    expect(screen.getByRole("link", { name: "#chai" })).toBeTruthy();
    expect(screen.queryByRole("img")).toBeNull();
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
    router.push.mockClear();
    await userEvent.click(screen.getByText(/Chai\?/));
    expect(router.push.mock.calls).toEqual([["/post/post-1"]]);
  });

  test("shows a small picture at most at twice its size", () => {
    show({ width: 40, height: 40 });
    const picture = screen.getByAltText("Photo by Kabir Rao");
    expect([picture.style.width, picture.style.aspectRatio]).toEqual([expect.stringContaining("80px"), "1"]);
    // Black on transparent is seen in both themes, and the placeholder until there is something.
    expect(picture.className).not.toContain("bg-white");
    fireEvent.load(picture);
    expect(picture.className).toContain("bg-white");
  });

  test("expands and collapses a long caption", async () => {
    show({ caption: `${"a".repeat(149)} the rest of a caption that is too long` });
    expect(screen.queryByText(/the rest/)).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Show more" }));
    expect(screen.getByText(/the rest/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Show less" }));
    expect(screen.queryByText(/the rest/)).toBeNull();
  });

  test("shows its whole caption on its own page", async () => {
    answerGet = { comments: [], total: 0, currentPage: 1, totalPages: 1, nextCursor: null };
    client = new QueryClient();
    const whole = `${"a".repeat(149)} the rest of a caption that is too long`;
    showScreen(
      <PostCard
        post={makePost({ caption: whole })}
        isStandalone
        onOpenMedia={() => {}}
        onDeleted={() => {}}
      />,
      client,
    );
    expect(await screen.findByText(/^No comments yet/)).toBeTruthy();
    expect(screen.getByText(whole)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test("links tags and URLs, and renders no HTML from the caption", () => {
    show({ caption: "<img src=x onerror=alert(1)> #GoldenHour https://a.in" });
    expect(screen.getByRole("link", { name: "#GoldenHour" }).getAttribute("href")).toBe("/tag/goldenhour");
    const link = screen.getByRole("link", { name: "a.in" });
    expect(link.getAttribute("rel")).toContain("nofollow ugc noopener");
    expect(document.querySelector("img[src='x']")).toBeNull();
  });
});

describe("a like", () => {
  /** Lets the time pass in which a further press counts as a double click. */
  const afterDoubleClick = () => act(() => new Promise((resolve) => setTimeout(resolve, 410)));

  test("ignores the second press of a double click", async () => {
    post.mockResolvedValue({ isLiked: true, likesCount: 51, likes: [] });
    show();
    await userEvent.dblClick(screen.getByRole("button", { name: "Like" }));
    expect(await screen.findByRole("button", { name: "51 likes" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Unlike" })).toBeTruthy();
    expect(post.mock.calls.map(([, options]) => options?.body)).toEqual([{ liked: true }]);
    await afterDoubleClick();
    post.mockResolvedValue({ isLiked: false, likesCount: 50, likes: [] });
    await userEvent.click(screen.getByRole("button", { name: "Unlike" }));
    expect(await screen.findByRole("button", { name: "Like" })).toBeTruthy();
  });

  test("shows at once, then with the server's count", async () => {
    post.mockResolvedValue({ isLiked: true, likesCount: 1_234, likes: [] });
    show();
    await userEvent.click(screen.getByRole("button", { name: "Like" }));
    expect(screen.getByRole("button", { name: "Unlike" })).toBeTruthy();
    expect(await screen.findByText("1.2K")).toBeTruthy();
    expect(post).toHaveBeenCalledWith(
      "/posts/post-1/like",
      expect.objectContaining({ body: { liked: true } }),
    );
  });

  test("ends as the last of two presses wants it, when the server is slow", async () => {
    let answer = (_: unknown) => {};
    post.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    show();
    const button = screen.getByRole("button", { name: "Like" });
    act(() => button.click());
    await afterDoubleClick();
    act(() => button.click());
    await waitFor(() => expect(screen.getByRole("button", { name: "50 likes" })).toBeTruthy());
    post.mockResolvedValueOnce({ isLiked: false, likesCount: 50, likes: [] });
    answer({ isLiked: true, likesCount: 51, likes: [] });
    await waitFor(() => expect(post).toHaveBeenCalledTimes(2));
    expect(post.mock.calls.map(([, options]) => options?.body)).toEqual([{ liked: true }, { liked: false }]);
    expect(screen.getByRole("button", { name: "Like" })).toBeTruthy();
  });

  test("is rolled back with a toast when the server rejects it", async () => {
    const showError = jest.spyOn(toast, "error").mockReturnValue("toast");
    post.mockRejectedValue(new Error("no"));
    show();
    await userEvent.click(screen.getByRole("button", { name: "Like" }));
    await waitFor(() => expect(showError).toHaveBeenCalledWith("Failed to update like. Please try again."));
    expect(screen.getByRole("button", { name: "Like" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "50 likes" })).toBeTruthy();
  });

  test("queued before is queued again when the press that takes it back fails", async () => {
    storeProfile(ownUser());
    const queued = { kind: "like" as const, postId: "post-1", liked: true };
    enqueue(queued);
    const showError = jest.spyOn(toast, "error").mockReturnValue("toast");
    post.mockRejectedValue(new Error("no"));
    show({ isLiked: true });
    await userEvent.click(screen.getByRole("button", { name: "Unlike" }));
    await waitFor(() => expect(showError).toHaveBeenCalled());
    expect(screen.getByRole("button", { name: "Unlike" })).toBeTruthy();
    expect(queuedActions()).toMatchObject([queued]);
    // Also with a second press before the answer.
    await afterDoubleClick();
    let fail = () => {};
    post.mockReturnValue(
      new Promise((_, reject) => {
        fail = () => reject(new Error("no"));
      }),
    );
    await userEvent.click(screen.getByRole("button", { name: "Unlike" }));
    await afterDoubleClick();
    await userEvent.click(screen.getByRole("button", { name: "Like" }));
    fail();
    await waitFor(() => expect(showError).toHaveBeenCalledTimes(2));
    expect(queuedActions()).toMatchObject([queued]);
  });

  test("queued before and taken back while it is being sent ends as the press wants it", async () => {
    storeProfile(ownUser());
    enqueue({ kind: "like", postId: "post-1", liked: true });
    const answers: ((answer: unknown) => void)[] = [];
    post.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    show({ isLiked: true, likesCount: 51 });
    const handlers = { like: queuedLike } as QueueHandlers;
    const stop = showQueue(client, handlers);
    const flushed = flushQueue(client, handlers, () => {});
    await waitFor(() => expect(answers).toHaveLength(1));
    await userEvent.click(screen.getByRole("button", { name: "Unlike" }));
    expect(await screen.findByRole("button", { name: "Like" })).toBeTruthy();
    await act(async () => answers[0]?.({ isLiked: true, likesCount: 51, likes: [] }));
    post.mockResolvedValue({ isLiked: false, likesCount: 50, likes: [] });
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.({ isLiked: false, likesCount: 50, likes: [] });
    await act(() => flushed);
    expect(screen.getByRole("button", { name: "Like" })).toBeTruthy();
    expect(queuedActions()).toEqual([]);
    stop();
  });

  test("has a count that shows who likes the post", async () => {
    answerGet = { users: [personOf("ishita", "Ishita Verma")], ...onePageOf(1) };
    show();
    await userEvent.click(screen.getByRole("button", { name: "50 likes" }));
    const dialog = await screen.findByRole("dialog", { name: "Likes" });
    expect(await within(dialog).findByRole("link", { name: /Ishita Verma/ })).toBeTruthy();
    expect(within(dialog).getByRole("button", { name: "Join Circle of Ishita Verma" })).toBeTruthy();
    expect(get).toHaveBeenCalledWith(
      "/posts/post-1/likes",
      expect.objectContaining({ query: { limit: 20 } }),
    );
    await userEvent.click(within(dialog).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("by a double click on the word does not open the list, whose count took the word's place", () => {
    show();
    fireEvent.click(screen.getByRole("button", { name: "50 likes" }), { detail: 2 });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("has no count to press without likes", () => {
    show({ likesCount: 0 });
    expect(screen.queryByRole("button", { name: /likes$/ })).toBeNull();
    expect(screen.getByText("0 likes")).toBeTruthy();
  });
});

describe("a bookmark", () => {
  test("shows at once, says what a press does, and is sent as the state it is to have", async () => {
    post.mockImplementation(async (_path, options) => ({
      isBookmarked: JSON.stringify(options?.body).includes("true"),
    }));
    show();
    await userEvent.click(screen.getByRole("button", { name: "Bookmark" }));
    await userEvent.click(screen.getByRole("button", { name: "Remove bookmark" }));
    expect(await screen.findByRole("button", { name: "Bookmark" })).toBeTruthy();
    await waitFor(() => expect(post).toHaveBeenCalledTimes(2));
    expect(post.mock.calls.map(([path, options]) => [path, options?.body])).toEqual([
      ["/posts/post-1/bookmark", { bookmarked: true }],
      ["/posts/post-1/bookmark", { bookmarked: false }],
    ]);
  });

  test("is rolled back with a toast when the server rejects it", async () => {
    const showError = jest.spyOn(toast, "error").mockReturnValue("toast");
    post.mockRejectedValue(new Error("no"));
    show();
    await userEvent.click(screen.getByRole("button", { name: "Bookmark" }));
    await waitFor(() =>
      expect(showError).toHaveBeenCalledWith("Failed to update bookmark. Please try again."),
    );
    expect(screen.getByRole("button", { name: "Bookmark" })).toBeTruthy();
  });
});

describe("the comments of a post", () => {
  const page = {
    comments: [
      { _id: "c1", userId: { ...me }, content: "Mine", createdAt: "2026-01-02T00:00:00.000Z" },
      {
        _id: "c2",
        userId: personOf("ishita", "Ishita Verma"),
        content: "Hers",
        createdAt: "2026-01-01T00:00:00.000Z",
      },
    ],
    ...onePageOf(2),
  };
  const open = async () => {
    await userEvent.click(screen.getByRole("button", { name: /^Comment(,|$)/ }));
    return screen.findByRole("textbox", { name: "Write a comment" });
  };
  beforeEach(() => {
    answerGet = page;
  });

  test("load when the panel first opens, and a half-written comment survives closing it", async () => {
    show();
    expect(get).not.toHaveBeenCalled();
    await userEvent.type(await open(), "Half a");
    expect(await screen.findByText("Hers")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: /^Comment(,|$)/ }));
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(await open()).toHaveProperty("value", "Half a");
    await userEvent.clear(screen.getByRole("textbox"));
    expect(get).toHaveBeenCalledTimes(1);
    expect(get.mock.calls[0]?.[1]?.query).toEqual({ page: 1, limit: 20 });
  });

  test("Enter sends a comment, which shows at once; Shift+Enter breaks the line", async () => {
    post.mockReturnValue(new Promise(() => {}));
    show();
    await userEvent.type(await open(), "Two{Shift>}{Enter}{/Shift}lines{Enter}");
    expect(await screen.findByText(/Two\s+lines/)).toBeTruthy();
    expect(screen.getByText("Sending…")).toBeTruthy();
    expect(post.mock.calls[0]).toMatchObject(["/posts/post-1/comments", { body: { content: "Two\nlines" } }]);
  });

  test("an empty comment is not sent", async () => {
    show();
    await userEvent.type(await open(), "  \u200b {Enter}");
    expect(post).not.toHaveBeenCalled();
    await userEvent.clear(screen.getByRole("textbox"));
  });

  test("a comment that fails is removed, and its text returns to the field", async () => {
    post.mockRejectedValue(new Error("no"));
    show();
    await userEvent.type(await open(), "Lost?{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe("Failed to add comment. Please try again.");
    expect(screen.getByRole("textbox")).toHaveProperty("value", "Lost?");
    await userEvent.clear(screen.getByRole("textbox"));
  });

  test("one whose page is left before the answer is sent from the next page, and only there", async () => {
    let fail = () => {};
    post.mockReturnValue(
      new Promise((_resolve, reject) => {
        fail = () => reject(new TypeError("Failed to fetch"));
      }),
    );
    show();
    await userEvent.type(await open(), "On its way{Enter}");
    await screen.findByText("Sending…");
    // As browsers do, it fails first.
    fail();
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    act(() => void window.dispatchEvent(new Event("pagehide")));
    const body = post.mock.calls[0]?.[1]?.body;
    // Presses of the tests before are never answered, and follow from this page as well.
    expect(queuedActions().at(-1)).toMatchObject({ kind: "comment", postId: "post-1", ...(body as object) });
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.getByText("On its way")).toBeTruthy();
    expect(screen.getByRole("textbox")).toHaveProperty("value", "");
  });

  test("sent again after its answer was lost, a text is the same comment; another text is not", async () => {
    post.mockRejectedValue(new Error("no"));
    show();
    const field = await open();
    for (const press of ["Lost?{Enter}", "{Enter}", "!{Enter}"]) {
      await userEvent.type(field, press);
      await screen.findByRole("alert");
    }
    await waitFor(() => expect(post).toHaveBeenCalledTimes(3));
    const [first, again, other] = post.mock.calls.map(
      ([, options]) => options?.body as { content: string; clientId: string },
    );
    expect(again).toEqual(first);
    expect(other?.content).toBe("Lost?!");
    expect(other?.clientId).not.toBe(first?.clientId);
    await userEvent.clear(field);
  });

  test("without a session, the form asks to log in", async () => {
    localStorage.clear();
    show();
    await userEvent.type(await open(), "Hello{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe("Please log in to comment.");
    expect(post).not.toHaveBeenCalled();
    await userEvent.clear(screen.getByRole("textbox"));
  });

  test("offer Delete only for the viewer's own", async () => {
    show();
    await open();
    const mine = (await screen.findByText("Mine")).closest("li");
    const hers = screen.getByText("Hers").closest("li");
    expect(within(mine as HTMLElement).getByRole("button", { name: "Delete comment" })).toBeTruthy();
    expect(within(hers as HTMLElement).queryByRole("button", { name: "Delete comment" })).toBeNull();
    await userEvent.click(within(hers as HTMLElement).getByRole("button", { name: "Comment options" }));
    expect(await screen.findByRole("menuitem", { name: /^Block / })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "Delete comment" })).toBeNull();
  });

  test("offer to view all of them from the first on, and the dialog says of which post", async () => {
    const { unmount } = show({ commentsCount: 1 });
    await open();
    expect(await screen.findByRole("button", { name: "View 1 comment" })).toBeTruthy();
    unmount();
    show({ commentsCount: 2, thumbnail: "http://localhost/one.jpg" });
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "View all 2 comments" }));
    const dialog = await screen.findByRole("dialog", { name: "Comments" });
    expect(within(dialog).getByText("Kabir Rao’s post")).toBeTruthy();
    const texts = within(dialog).getAllByRole("listitem");
    expect(texts.map((item) => item.querySelector("p")?.textContent)).toEqual(["Hers", "Mine"]);
  });

  test("the dialog has a card's words, and not the picture of its first ones", async () => {
    show({ commentsCount: 2, caption: "Chai at six?", kind: "card", background: "leaf" });
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "View all 2 comments" }));
    const dialog = await screen.findByRole("dialog", { name: "Comments" });
    expect(dialog.querySelector("[data-background=leaf]")?.textContent).toBe("Chai at six?");
    expect(dialog.querySelector("img[width='40']")).toBeNull();
  });

  test("that cannot be loaded offer Try Again", async () => {
    get.mockRejectedValueOnce(new Error("no"));
    show();
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Hers")).toBeTruthy();
  });
});
