/** @jest-environment jsdom */

import { act, createEvent, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LightboxPicture } from "@/components/posts/lightbox/lightbox-picture";
import { useLightbox } from "@/components/posts/lightbox/use-lightbox";
import { MovingPicture } from "@/components/posts/post-card/moving-picture";
import { PostCard } from "@/components/posts/post-card/post-card";
import { PostVideo } from "@/components/posts/post-card/post-video";
import { moves } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";
import { preferences } from "@/lib/settings/client/preferences";
import { STILL_TRANSFORMATION } from "@/lib/text/media-url";
import { show as showScreen } from "@/tests/browser-api";
import { POSTS } from "@/tests/post-fixture";

/** The photos and videos of a post. */

const post = POSTS.several;

function Feed() {
  const { openMedia, lightbox } = useLightbox([post]);
  return (
    <>
      <PostCard post={post} onOpenMedia={openMedia} onDeleted={() => {}} />
      {lightbox}
    </>
  );
}

describe("media carousel", () => {
  /** A post with several media: in the feed, and in the lightbox. */

  // Loading them for the first time takes long, and a test waits a second.
  beforeAll(async () => {
    await import("@/components/posts/post-card/media-carousel");
    await import("@/components/posts/post-card/alt-badge");
    await import("@/components/posts/lightbox/lightbox");
  });

  const WIDTH = 400;
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
});

describe("moving picture", () => {
  const STILL = `http://localhost/media/image/upload/${STILL_TRANSFORMATION}/campus-circle/a.webp`;
  const MOVING = "http://localhost/media/image/upload/campus-circle/a.webp";
  const post: Post = {
    ...POSTS.own,
    mediaType: "image",
    mediaUrl: MOVING,
    thumbnail: STILL,
    altText: "A cat",
  };
  let reducesMotion = false;
  let show: (ratio: number) => void;
  const onOpen = jest.fn();

  beforeEach(() => {
    reducesMotion = false;
    preferences.setState({ autoplay: true, reducedData: false });
    window.matchMedia = (() => ({ matches: reducesMotion })) as unknown as typeof window.matchMedia;
    window.IntersectionObserver = class {
      constructor(callback: (entries: object[]) => void) {
        show = (intersectionRatio) =>
          act(() => callback([{ intersectionRatio, isIntersecting: intersectionRatio > 0 }]));
      }
      observe() {}
      disconnect() {}
    } as unknown as typeof IntersectionObserver;
  });

  const source = () => screen.getByAltText<HTMLImageElement>("A cat").src;
  const open = () =>
    render(
      <MovingPicture post={post} pictureId="p" frame={1} eager onOpen={onOpen} onDoubleTap={() => {}} />,
    );

  test("moves while it is in sight, and can be stopped", async () => {
    expect([moves(post), moves({ ...post, thumbnail: MOVING })]).toEqual([true, false]);
    open();
    expect(source()).toBe(STILL);
    show(1);
    expect(source()).toBe(MOVING);
    show(0.2);
    expect(source()).toBe(STILL);
    show(1);
    await userEvent.click(screen.getByRole("button", { name: "Pause" }));
    show(0.9);
    expect(source()).toBe(STILL);
  });

  test.each([
    [
      "less motion",
      () => {
        reducesMotion = true;
      },
    ],
    ["less data", () => preferences.setState({ reducedData: true })],
    ["no autoplay", () => preferences.setState({ autoplay: false })],
  ])("stands still for who asked for %s, until Play is pressed", async (_, ask) => {
    ask();
    open();
    show(1);
    expect(source()).toBe(STILL);
    await userEvent.click(screen.getByRole("button", { name: "Play" }));
    expect(source()).toBe(MOVING);
    await userEvent.click(screen.getByRole("button", { name: "View photo" }));
    expect(onOpen).toHaveBeenCalledTimes(1);
    onOpen.mockClear();
  });

  test("in the lightbox, too, it stands still for who asked for less motion, and moves for others", async () => {
    reducesMotion = true;
    const { unmount } = render(<LightboxPicture post={post} />);
    expect(source()).toBe(STILL);
    await userEvent.click(screen.getByRole("button", { name: "Play" }));
    expect(source()).toBe(MOVING);
    unmount();
    reducesMotion = false;
    render(<LightboxPicture post={post} />);
    expect(source()).toBe(MOVING);
    await userEvent.click(screen.getByRole("button", { name: "Pause" }));
    expect(source()).toBe(STILL);
  });
});

describe("post video", () => {
  const onDoubleTap = jest.fn();
  const post: Post = { ...POSTS.own, mediaType: "video", altText: "A drum solo" };
  const video = () => screen.getByLabelText<HTMLVideoElement>("A drum solo");
  const pause = jest.fn();

  beforeEach(() => {
    jest.clearAllMocks();
    jest.useFakeTimers();
    Object.assign(HTMLMediaElement.prototype, { play: async () => {}, pause });
    render(
      <PostVideo
        post={post}
        pictureId="p"
        frame={1}
        eager={false}
        onOpen={() => {}}
        onDoubleTap={onDoubleTap}
      />,
    );
    Object.defineProperty(video(), "paused", { value: false });
    fireEvent.play(video());
  });
  afterEach(() => jest.useRealTimers());

  const areShown = () =>
    !screen.getByRole("button", { name: "Unmute" }).parentElement?.classList.contains("opacity-0");
  const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  function tap() {
    const down = createEvent.pointerDown(video());
    Object.defineProperty(down, "pointerType", { value: "touch" });
    fireEvent(video(), down);
    fireEvent.click(video(), { detail: 1 });
  }
  function moveMouse() {
    const move = createEvent.pointerMove(video());
    Object.defineProperty(move, "pointerType", { value: "mouse" });
    fireEvent(video(), move);
  }

  test("the controls of a playing video fade after two seconds, and stay while it is paused", () => {
    wait(1_900);
    expect(areShown()).toBe(true);
    wait(200);
    expect(areShown()).toBe(false);
    fireEvent.pause(video());
    wait(5_000);
    expect(areShown()).toBe(true);
  });

  test.each([
    ["the mouse", moveMouse],
    ["the focus", () => act(() => screen.getByRole("button", { name: "Unmute" }).focus())],
  ])("%s brings them back", (_, act) => {
    wait(2_100);
    act();
    expect(areShown()).toBe(true);
    wait(2_100);
    expect(areShown()).toBe(false);
  });

  test("so does a tap, which pauses only when they are there", () => {
    wait(2_100);
    pause.mockClear();
    tap();
    wait(250);
    expect([areShown(), pause.mock.calls.length]).toEqual([true, 0]);
    tap();
    wait(250);
    expect(pause).toHaveBeenCalledTimes(1);
  });

  test("a double tap likes, and pauses nothing", () => {
    pause.mockClear();
    tap();
    tap();
    wait(1_000);
    expect([onDoubleTap.mock.calls.length, pause.mock.calls.length]).toEqual([1, 0]);
  });
});
