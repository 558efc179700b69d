/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLightbox } from "@/components/posts/lightbox/use-lightbox";
import { PostCard } from "@/components/posts/post-card/post-card";
import { toast } from "@/components/ui/toast";
import type { Post } from "@/lib/posts/schema";
import { router } from "@/tests/next-navigation";
import { postOf } from "@/tests/post-fixture";
import { spyOnApi } from "@/tests/spy-on-api";

const makePost = (id: string): Post =>
  postOf({
    _id: id,
    caption: `Words of ${id}`,
    mediaUrl: `http://localhost/media/image/upload/campus-circle/${id}.jpg`,
    likesCount: 4,
    width: 1600,
    height: 1200,
    altText: `The roof of ${id}.`,
  });
const posts = ["one", "two", "three"].map(makePost);

function List({ shown = posts }: { shown?: Post[] }) {
  const { openMedia, lightbox } = useLightbox(shown);
  return (
    <>
      {shown.map((post) => (
        <PostCard key={post._id} post={post} onOpenMedia={openMedia} onDeleted={() => {}} />
      ))}
      {lightbox}
    </>
  );
}

const picture = (id: string) => screen.getByRole("button", { name: `View The roof of ${id}.` });
const lightbox = () => screen.findByRole("dialog");
const wait = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));
let reducesMotion = false;
let showOnly: (...shown: Post[]) => void;

beforeEach(async () => {
  reducesMotion = false;
  window.matchMedia = ((query: string) => ({
    matches: reducesMotion && query.includes("reduced-motion"),
  })) as typeof window.matchMedia;
  window.CSS = { escape: (text: string) => text } as typeof CSS;
  Element.prototype.scrollIntoView = jest.fn();
  const client = new QueryClient();
  const list = (shown?: Post[]) => (
    <QueryClientProvider client={client}>
      <List shown={shown ?? posts} />
    </QueryClientProvider>
  );
  await act(async () => {
    const { rerender } = render(list());
    showOnly = (...shown) => rerender(list(shown));
    // A part of the card that loads lazily.
    await import("@/components/posts/post-card/alt-badge");
  });
});

/** Presses a picture with a finger. */
function tap(element: HTMLElement) {
  const down = new Event("pointerdown", { bubbles: true });
  fireEvent(element, Object.assign(down, { pointerType: "touch" }));
  fireEvent.click(element, { detail: 1 });
}

test("shows the words of a card once, on their background", async () => {
  const [one = makePost("one")] = posts;
  showOnly(one, { ...makePost("two"), kind: "card", background: "leaf" });
  await userEvent.click(picture("one"));
  await lightbox();
  await userEvent.keyboard("{ArrowRight}");
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getAllByText("Words of two")).toHaveLength(1);
  expect(dialog.getByText("Words of two").closest("[data-background=leaf]")).toBeTruthy();
  expect(dialog.queryByRole("img")).toBeNull();
});

test("shows whose post it is and its caption, and no place of a single picture", async () => {
  await userEvent.click(picture("two"));
  const dialog = within(await lightbox());
  expect(screen.getByRole("dialog", { name: "The roof of two" })).toBeTruthy();
  expect(dialog.getByRole("link", { name: "Kabir Rao" }).getAttribute("href")).toBe("/profile/kabir");
  expect(dialog.getByText("Words of two")).toBeTruthy();
});

test("a tall screenshot is shown in part, and as wide as the screen from its top", async () => {
  showOnly({ ...makePost("one"), width: 1080, height: 20_000 });
  const scrollTo = jest.fn();
  Element.prototype.scrollTo = scrollTo;
  await userEvent.click(screen.getByRole("button", { name: "View The roof of one. Shown in part" }));
  const dialog = within(await lightbox());
  expect(dialog.getByRole("img").getAttribute("sizes")).toBe("1080px");
  expect(dialog.getByRole("img").style.width).toContain("1080px");
  await userEvent.click(dialog.getByRole("button", { name: "Zoom out" }));
  expect(dialog.getByRole("img").style.width).not.toContain("1080px");
  await userEvent.click(dialog.getByRole("button", { name: "Zoom in" }));
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
});

test("likes the post, and says when that fails", async () => {
  const post = spyOnApi("post").mockRejectedValue(new Error("no"));
  const showError = jest.spyOn(toast, "error").mockReturnValue("toast");
  await userEvent.click(picture("two"));
  await userEvent.click(within(await lightbox()).getByRole("button", { name: "Like" }));
  expect(post).toHaveBeenCalledWith("/posts/two/like", {
    body: { liked: true },
  });
  await waitFor(() => expect(showError).toHaveBeenCalledWith("Failed to update like. Please try again."));
});

test("returns to the picture that was seen last", async () => {
  jest.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 9_000, 100, 100));
  await userEvent.click(picture("one"));
  const dialog = await lightbox();
  await userEvent.click(within(dialog).getByRole("button", { name: "Next" }));
  fireEvent.keyDown(dialog, { key: "ArrowRight" });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(picture("three")));
  expect(jest.mocked(Element.prototype.scrollIntoView).mock.contexts).toEqual([
    picture("three").querySelector("img"),
  ]);
});

test("closes for good when its post leaves the list", async () => {
  await userEvent.click(picture("three"));
  await lightbox();
  showOnly(makePost("one"), makePost("two"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  showOnly(...posts);
  await wait(50);
  expect(screen.queryByRole("dialog")).toBeNull();
});

describe("where the browser has view transitions", () => {
  /** The elements that have the name of the transition before and after each change. */
  const named: (string | null)[][] = [];
  const namedNow = () =>
    [...document.querySelectorAll<HTMLElement>("img")]
      .filter(
        (image) =>
          image.style.getPropertyValue("view-transition-name") ||
          ("viewTransitionName" in image.style && image.style.viewTransitionName),
      )
      .map((image) => (image.closest("[role=dialog]") ? "lightbox" : image.getAttribute("data-picture")));
  beforeEach(() => {
    named.length = 0;
    Object.assign(document, {
      startViewTransition: (update: () => void) => {
        named.push(namedNow());
        update();
        named.push(namedNow());
        return { ready: Promise.reject(new Error("skipped")), finished: Promise.resolve() };
      },
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(document, "startViewTransition");
  });

  test("the picture grows from its place and goes back", async () => {
    await userEvent.hover(picture("one"));
    await wait(50);
    await userEvent.click(picture("one"));
    await lightbox();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(named).toEqual([["one"], ["lightbox"], ["lightbox"], ["one"]]);
    await waitFor(() => expect(namedNow()).toEqual([]));
  });

  test("nothing moves for people who prefer reduced motion", async () => {
    reducesMotion = true;
    await userEvent.click(picture("one"));
    await lightbox();
    await userEvent.keyboard("{Escape}");
    expect(named).toEqual([]);
  });
});

describe("a double tap", () => {
  test("likes, never unlikes, and opens nothing", async () => {
    const post = spyOnApi("post").mockReturnValue(new Promise(() => {}));
    tap(picture("one"));
    tap(picture("one"));
    expect(document.querySelectorAll("[data-burst]")).toHaveLength(1);
    await waitFor(() => expect(post).toHaveBeenCalledTimes(1));
    await wait(450);
    tap(picture("one"));
    tap(picture("one"));
    await wait(300);
    expect(post.mock.calls.map(([, options]) => options?.body)).toEqual([{ liked: true }]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("likes a card, and opens nothing", async () => {
    const post = spyOnApi("post").mockReturnValue(new Promise(() => {}));
    await act(() => import("@/components/posts/post-card/card-words"));
    showOnly({ ...makePost("two"), kind: "card", background: "leaf" });
    const words = await screen.findByText("Words of two");
    router.push.mockClear();
    tap(words);
    tap(words);
    await waitFor(() => expect(post.mock.calls[0]?.[1]).toEqual({ body: { liked: true } }));
    await wait(300);
    expect(router.push).not.toHaveBeenCalled();
  });

  test("is not what a single tap is, which opens the picture", async () => {
    tap(picture("one"));
    expect(await lightbox()).toBeTruthy();
  });
});
