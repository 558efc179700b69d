/** @jest-environment <rootDir>/tests/browser-environment.ts */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BookmarkedPosts } from "@/components/posts/post-list/bookmarked-posts";
import { Toaster } from "@/components/shell/toaster";
import { clientOf, errorAnswer, fakeApi, onePageOf, show as showScreen } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { usePathname } from "@/tests/next-navigation";
import { postOf } from "@/tests/post-fixture";
import { ownUser } from "@/tests/user-fixture";

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
