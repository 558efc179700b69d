/** @jest-environment jsdom */
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LightboxPicture } from "@/components/posts/lightbox/lightbox-picture";
import { MovingPicture } from "@/components/posts/post-card/moving-picture";
import { moves } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";
import { preferences } from "@/lib/settings/client/preferences";
import { STILL_TRANSFORMATION } from "@/lib/text/media-url";
import { POSTS } from "@/tests/post-fixture";

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
  render(<MovingPicture post={post} pictureId="p" frame={1} eager onOpen={onOpen} onDoubleTap={() => {}} />);

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
