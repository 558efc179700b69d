/** @jest-environment jsdom */
import { render } from "@testing-library/react";
import { useAutoplay } from "@/lib/dom/use-autoplay";

function Video() {
  const { ref } = useAutoplay();
  // biome-ignore lint/a11y/useMediaCaption: nothing is heard in a test
  return <video ref={ref} />;
}

test("videos pause when the tab is hidden, also after another one has left the page", () => {
  const pause = jest.fn();
  Object.assign(HTMLMediaElement.prototype, { play: async () => {}, pause });
  const page = render([<Video key="one" />, <Video key="two" />]);
  page.rerender([<Video key="two" />]);
  pause.mockClear();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(pause).toHaveBeenCalledTimes(1);
});
