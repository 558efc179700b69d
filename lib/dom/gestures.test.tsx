/** @jest-environment jsdom */

import { act, createEvent, type EventType, fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { useLongPress, useSheetDrag } from "@/lib/dom/touch";
import { useAutoplay } from "@/lib/dom/use-autoplay";
import { useDoubleTap } from "@/lib/dom/use-double-tap";
import { useSlides } from "@/lib/dom/use-slides";

/** Fingers, slides and videos in view. */

const onTap = jest.fn();

const onDoubleTap = jest.fn();

const onClose = jest.fn();

const onLongPress = jest.fn();

function Picture() {
  return (
    <button type="button" {...useDoubleTap(onTap, onDoubleTap)}>
      Picture
    </button>
  );
}

function Sheet() {
  const sheet = useRef<HTMLDivElement>(null);
  return (
    <div ref={sheet} data-testid="sheet" data-state="open">
      <div {...useSheetDrag(sheet, onClose)}>Head</div>
    </div>
  );
}

function Bubble() {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useLongPress(element, onLongPress);
  return (
    <div ref={setElement} data-testid="bubble">
      Words <a href="/post/p1">and a link</a>
    </div>
  );
}

function Slides() {
  const { index, go, box } = useSlides();
  return (
    <>
      <div {...box} data-testid="box" />
      <button type="button" onClick={() => go(index + 1)}>
        {index}
      </button>
    </>
  );
}

function Video() {
  const { ref } = useAutoplay();
  // biome-ignore lint/a11y/useMediaCaption: nothing is heard in a test
  return <video ref={ref} />;
}

describe("touch", () => {
  let isPhone: boolean;
  beforeEach(() => {
    jest.clearAllMocks();
    jest.useFakeTimers();
    isPhone = true;
    window.matchMedia = (() => ({ matches: isPhone })) as unknown as typeof matchMedia;
  });
  afterEach(() => jest.useRealTimers());

  /** Sends a pointer event; jsdom's have no kind and no place. */
  function point(element: Element, type: EventType, clientY = 0, pointerType = "touch"): void {
    const event = createEvent[type](element);
    Object.defineProperties(event, { pointerType: { value: pointerType }, clientY: { value: clientY } });
    fireEvent(element, event);
  }

  describe("a double tap", () => {
    beforeEach(() => {
      render(<Picture />);
    });
    const press = (pointerType: string, detail = 1) => {
      const picture = screen.getByRole("button");
      const down = createEvent.pointerDown(picture);
      Object.defineProperty(down, "pointerType", { value: pointerType });
      fireEvent(picture, down);
      fireEvent.click(picture, { detail });
    };

    test("is two taps of a finger, and no single one", () => {
      press("touch");
      jest.advanceTimersByTime(200);
      press("touch");
      jest.advanceTimersByTime(1_000);
      expect([onTap.mock.calls.length, onDoubleTap.mock.calls.length]).toEqual([0, 1]);
    });

    test("leaves a single tap, after a moment", () => {
      press("touch");
      expect(onTap).not.toHaveBeenCalled();
      jest.advanceTimersByTime(250);
      expect(onTap).toHaveBeenCalledTimes(1);
      press("touch");
      jest.advanceTimersByTime(250);
      expect([onTap.mock.calls.length, onDoubleTap.mock.calls.length]).toEqual([2, 0]);
    });

    test("goes on with the third tap", () => {
      for (let taps = 0; taps < 3; taps++) press("touch");
      jest.advanceTimersByTime(1_000);
      expect([onTap.mock.calls.length, onDoubleTap.mock.calls.length]).toEqual([0, 2]);
    });

    test("never makes a mouse or a key wait", () => {
      press("mouse");
      expect(onTap).toHaveBeenCalledTimes(1);
      press("touch", 0);
      expect(onTap).toHaveBeenCalledTimes(2);
    });
  });

  describe("a sheet that is dragged down by its head", () => {
    let sheet: HTMLElement;
    beforeEach(() => {
      render(<Sheet />);
      sheet = screen.getByTestId("sheet");
    });
    const drag = (to: number, end: EventType = "pointerUp", pointerType = "touch") => {
      const head = screen.getByText("Head");
      point(head, "pointerDown", 0, pointerType);
      point(head, "pointerMove", to, pointerType);
      const transform = sheet.style.transform;
      point(head, end, to, pointerType);
      return transform;
    };

    test("follows the finger and closes when it is let go some way down", () => {
      expect(drag(120)).toBe("translateY(120px)");
      expect(onClose).toHaveBeenCalledTimes(1);
    });

    test("returns to its place when it is let go too early, or its owner does not close it", () => {
      drag(60);
      expect(onClose).not.toHaveBeenCalled();
      jest.runAllTimers();
      expect(sheet.style.transform).toBe("");
      drag(120);
      jest.runAllTimers();
      expect(sheet.style.transform).toBe("");
    });

    test("that closes leaves from where it is", () => {
      onClose.mockImplementationOnce(() => {
        sheet.dataset.state = "closed";
      });
      drag(120);
      jest.runAllTimers();
      expect(sheet.style.transform).toBe("translateY(120px)");
    });

    test.each<[string, () => string]>([
      ["upwards", () => drag(-50)],
      ["with a mouse", () => drag(200, "pointerUp", "mouse")],
      [
        "as a card on a wide screen",
        () => {
          isPhone = false;
          return drag(200);
        },
      ],
    ])("does not move %s", (_, move) => {
      expect(move()).toBe("");
      expect(onClose).not.toHaveBeenCalled();
    });

    test("stays open when the browser takes the finger over", () => {
      drag(200, "pointerCancel");
      expect(onClose).not.toHaveBeenCalled();
    });
  });

  describe("a long press", () => {
    const press = (pointerType = "touch") => {
      render(<Bubble />);
      const bubble = screen.getByTestId("bubble");
      point(bubble, "pointerDown", 0, pointerType);
      return bubble;
    };
    /** Whether what is below the finger is not pressed as well. */
    const letGo = (bubble: HTMLElement) => {
      point(bubble, "pointerUp");
      return !fireEvent.touchEnd(bubble, { cancelable: true });
    };

    test("is a finger that rests for a moment; letting go presses nothing", () => {
      const bubble = press();
      act(() => void jest.advanceTimersByTime(390));
      expect(onLongPress).not.toHaveBeenCalled();
      act(() => void jest.advanceTimersByTime(10));
      expect(onLongPress).toHaveBeenCalledTimes(1);
      expect(letGo(bubble)).toBe(true);
    });

    test("is not one that is let go, or scrolls, before that", () => {
      const bubble = press();
      act(() => void jest.advanceTimersByTime(300));
      expect(letGo(bubble)).toBe(false);
      point(bubble, "pointerDown");
      act(() => void jest.advanceTimersByTime(300));
      point(bubble, "pointerCancel");
      act(() => void jest.advanceTimersByTime(1_000));
      expect(onLongPress).not.toHaveBeenCalled();
    });

    test("is none of a mouse, whose right button does the same, but on a link", () => {
      const bubble = press("mouse");
      act(() => void jest.advanceTimersByTime(1_000));
      expect(onLongPress).not.toHaveBeenCalled();
      const keepsMenu = (element: Element, pointerType: string) => {
        const event = createEvent.contextMenu(element);
        Object.defineProperty(event, "pointerType", { value: pointerType });
        return fireEvent(element, event);
      };
      expect(keepsMenu(bubble, "touch")).toBe(false);
      expect(keepsMenu(screen.getByRole("link"), "mouse")).toBe(true);
      expect(onLongPress).not.toHaveBeenCalled();
      expect(keepsMenu(bubble, "mouse")).toBe(false);
      expect(onLongPress).toHaveBeenCalledTimes(1);
    });
  });
});

describe("use slides", () => {
  const WIDTH = 400;

  beforeEach(() => {
    window.matchMedia = (() => ({ matches: false })) as unknown as typeof window.matchMedia;
    Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, value: WIDTH });
    Element.prototype.scrollTo = () => {};
    for (let at: object | null = window; at; at = Object.getPrototypeOf(at))
      Reflect.deleteProperty(at, "onscrollend");
  });

  const shown = () => screen.getByRole("button").textContent;
  const press = () => act(() => screen.getByRole("button").click());
  /** The box has been scrolled by so many slides, in a browser that does not say when that ends. */
  function scroll(slides: number): void {
    const box = screen.getByTestId("box");
    box.scrollLeft = slides * WIDTH;
    fireEvent.scroll(box);
  }

  test("each of two quick presses leads one slide on, while the first still scrolls", () => {
    render(<Slides />);
    press();
    scroll(0.2);
    expect(shown()).toBe("1");
    press();
    scroll(1.1);
    expect(shown()).toBe("2");
    scroll(2);
    expect(shown()).toBe("2");
    scroll(0.8);
    expect(shown()).toBe("1");
  });

  test("a finger that stops the scrolling leads elsewhere", () => {
    render(<Slides />);
    press();
    fireEvent.pointerDown(screen.getByTestId("box"));
    scroll(0.1);
    expect(shown()).toBe("0");
  });
});

describe("use autoplay", () => {
  test("videos pause when the tab is hidden, also after another one has left the page", () => {
    const pause = jest.fn();
    Object.assign(HTMLMediaElement.prototype, { play: async () => {}, pause });
    const page = render([<Video key="one" />, <Video key="two" />]);
    page.rerender([<Video key="two" />]);
    pause.mockClear();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(pause).toHaveBeenCalledTimes(1);
  });
});
