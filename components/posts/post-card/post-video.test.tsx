/** @jest-environment jsdom */
import { act, createEvent, fireEvent, render, screen } from "@testing-library/react";
import { PostVideo } from "@/components/posts/post-card/post-video";
import type { Post } from "@/lib/posts/schema";
import { POSTS } from "@/tests/post-fixture";

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
