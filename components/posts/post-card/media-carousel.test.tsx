/** @jest-environment jsdom */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLightbox } from "@/components/posts/lightbox/use-lightbox";
import { PostCard } from "@/components/posts/post-card/post-card";
import { preferences } from "@/lib/settings/client/preferences";
import { show as showScreen } from "@/tests/browser-api";
import { POSTS } from "@/tests/post-fixture";

/** A post with several media: in the feed, and in the lightbox. */

// Loading them for the first time takes long, and a test waits a second.
beforeAll(async () => {
  await import("@/components/posts/post-card/media-carousel");
  await import("@/components/posts/post-card/alt-badge");
  await import("@/components/posts/lightbox/lightbox");
});

const WIDTH = 400;
const post = POSTS.several;
/** Comes into view at once. */
class Observer {
  constructor(private readonly callback: IntersectionObserverCallback) {}
  observe() {
    queueMicrotask(() =>
      act(() => this.callback([{ isIntersecting: true } as IntersectionObserverEntry], this as never)),
    );
  }
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  preferences.setState({ reducedData: false });
  window.IntersectionObserver = Observer as never;
  window.CSS = { escape: (text: string) => text.replace("/", "\\/") } as typeof CSS;
  Element.prototype.scrollIntoView = jest.fn();
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, value: WIDTH });
  Element.prototype.scrollTo = function scrollTo(this: Element, options?: unknown) {
    this.scrollLeft = (options as ScrollToOptions).left ?? 0;
    fireEvent(this, new Event("scrollend"));
  } as typeof Element.prototype.scrollTo;
});

function Feed() {
  const { openMedia, lightbox } = useLightbox([post]);
  return (
    <>
      <PostCard post={post} onOpenMedia={openMedia} onDeleted={() => {}} />
      {lightbox}
    </>
  );
}

async function show() {
  showScreen(<Feed />);
  const carousel = await screen.findByRole("group", { name: "3 photos and videos" });
  await act(async () => {});
  return carousel;
}

const slides = () => [...document.querySelectorAll<HTMLElement>("[aria-roledescription=slide]")];
const shown = () =>
  slides()
    .find((slide) => !slide.hasAttribute("inert"))
    ?.getAttribute("aria-label");
const loaded = () => slides().filter((slide) => slide.querySelector("[data-picture]")).length;

test("all have one frame, of the first one's shape; the one after the one in sight is loaded", async () => {
  const carousel = await show();
  expect(carousel.parentElement?.style.aspectRatio).toBe(String(4 / 3));
  expect(shown()).toBe("Photo 1 of 3");
  expect(loaded()).toBe(2);
  await userEvent.click(within(carousel).getByRole("button", { name: "Next" }));
  expect(loaded()).toBe(3);
});

test("the next one waits for people who save data", async () => {
  preferences.setState({ reducedData: true });
  await show();
  expect(loaded()).toBe(1);
});

test("a swipe shows the next one, and which of how many it is", async () => {
  const carousel = await show();
  const scroller = slides()[0]?.parentElement as HTMLElement;
  scroller.scrollLeft = WIDTH * 0.9;
  fireEvent(scroller, new Event("scrollend"));
  expect(shown()).toBe("Photo 2 of 3");
  expect(within(carousel).getByText("2/3")).toBeTruthy();
});

test("which of how many it is shows for two seconds; with the next one again", async () => {
  jest.useFakeTimers();
  try {
    const carousel = await show();
    const isSeen = (place: string) => !within(carousel).getByText(place).classList.contains("opacity-0");
    expect(isSeen("1/3")).toBe(true);
    act(() => void jest.advanceTimersByTime(2_000));
    expect(isSeen("1/3")).toBe(false);
    fireEvent.click(within(carousel).getByRole("button", { name: "Next" }));
    expect(isSeen("2/3")).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});

test("arrow keys go through them, with the focus on the carousel, and say where one is", async () => {
  const carousel = await show();
  const picture = screen.getByRole("button", { name: "View The sun over dark hills" });
  picture.focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(shown()).toBe("Photo 2 of 3");
  expect(document.activeElement).toBe(carousel);
  expect(await screen.findByText("Photo 2 of 3")).toBeTruthy();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(shown()).toBe("Photo 3 of 3");
  await userEvent.keyboard("{ArrowLeft}");
  expect(shown()).toBe("Photo 2 of 3");
});

test("the button that is gone at the end leaves the focus on the carousel", async () => {
  const carousel = await show();
  const next = within(carousel).getByRole("button", { name: "Next" });
  await userEvent.click(next);
  expect(document.activeElement).toBe(next);
  await userEvent.click(next);
  expect(within(carousel).queryByRole("button", { name: "Next" })).toBeNull();
  expect(carousel.contains(document.activeElement)).toBe(true);
});

test("each has its own description and its own double tap", async () => {
  const carousel = await show();
  await userEvent.click(within(carousel).getByRole("button", { name: "Next" }));
  await userEvent.click(within(carousel).getByRole("button", { name: "Next" }));
  const third = within(slides()[2] as HTMLElement);
  await userEvent.click(third.getByRole("button", { name: "ALT: description" }));
  expect(third.getByText("The lake, wide and still")).toBeTruthy();
});

test("the lightbox goes through them and returns to the one seen last", async () => {
  const carousel = await show();
  await userEvent.click(within(carousel).getByRole("button", { name: "Next" }));
  await userEvent.click(within(slides()[1] as HTMLElement).getByRole("button", { name: /^View/ }));
  const dialog = await screen.findByRole("dialog", { name: "Photo by Ishita Verma, 2 of 3" });
  fireEvent.keyDown(dialog, { key: "ArrowRight" });
  expect(screen.getByRole("dialog", { name: "The lake, wide and still, 3 of 3" })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(carousel.contains(document.activeElement)).toBe(true));
  const scrolled = jest.mocked(Element.prototype.scrollIntoView).mock.contexts as Element[];
  expect(scrolled.at(-1)?.closest("[data-picture$='/2']")).toBeTruthy();
});
