/** @jest-environment jsdom */
import { act, createEvent, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { useLongPress, usePullToRefresh, useSwipeDown } from "@/lib/dom/touch";
import { useDoubleTap } from "@/lib/dom/use-double-tap";

beforeEach(() => {
  jest.clearAllMocks();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

const onTap = jest.fn();
const onDoubleTap = jest.fn();
const onSwipe = jest.fn();
const onDrag = jest.fn();
const onRefresh = jest.fn();
const onLongPress = jest.fn();

function Picture() {
  return (
    <button type="button" {...useDoubleTap(onTap, onDoubleTap)}>
      Picture
    </button>
  );
}

function Sheet() {
  return (
    <div ref={useSwipeDown<HTMLDivElement>({ onSwipe, onDrag })} data-testid="sheet">
      <div data-testid="list" style={{ overflowY: "auto" }}>
        <p>First row</p>
      </div>
      <div data-testid="crop" />
      <textarea />
    </div>
  );
}

function Bubble() {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useLongPress(element, onLongPress);
  return (
    <div ref={setElement} data-testid="bubble">
      Words
    </div>
  );
}

function Page() {
  return <p>{Math.round(usePullToRefresh(onRefresh))} pixels</p>;
}

const point = (clientX: number, clientY: number) => ({ clientX, clientY });

/** Moves a finger down, from the element's top, through these distances. Lets go at the end. */
function drag(element: Element, distances: number[], { x = 0, msPerStep = 100 } = {}): boolean[] {
  let time = 1_000;
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touches: object[]) => {
    const event = createEvent[type](element, { touches, cancelable: true, bubbles: true });
    Object.defineProperty(event, "timeStamp", { value: time });
    time += msPerStep;
    fireEvent(element, event);
    return event.defaultPrevented;
  };
  send("touchStart", [point(0, 0)]);
  const prevented = distances.map((distance) => send("touchMove", [point(x, distance)]));
  send("touchEnd", []);
  return prevented;
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

describe("a sheet that is dragged down", () => {
  let sheet: HTMLElement;
  beforeEach(() => {
    jest.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
    render(<Sheet />);
    sheet = screen.getByTestId("sheet");
  });
  test("follows the finger and closes from a third of its height", () => {
    const prevented = drag(screen.getByText("First row"), [50, 120, 220]);
    expect(prevented).toEqual([true, true, true]);
    expect(onDrag).toHaveBeenLastCalledWith(220 / 600);
    expect(onSwipe).toHaveBeenCalledTimes(1);
  });

  test("returns to its place when it is let go too early", () => {
    drag(sheet, [50, 120, 140], { msPerStep: 300 });
    expect(onSwipe).not.toHaveBeenCalled();
    expect(sheet.style.transform).toBe("");
    expect(onDrag).toHaveBeenLastCalledWith(0);
  });

  test("closes when it is thrown, however short the way", () => {
    drag(sheet, [30, 100], { msPerStep: 50 });
    expect(onSwipe).toHaveBeenCalledTimes(1);
  });

  test("returns when its owner does not close it", () => {
    drag(sheet, [100, 300]);
    expect(sheet.style.transform).toBe("translateY(300px)");
    act(() => jest.runAllTimers());
    expect(sheet.style.transform).toBe("");
  });

  test("leaves scrolled lists, sideways swipes, dragged pictures and fields alone", () => {
    Object.defineProperty(screen.getByTestId("list"), "scrollTop", { value: 40 });
    const styleOf = window.getComputedStyle;
    // jsdom does not know `touch-action`.
    jest.spyOn(window, "getComputedStyle").mockImplementation((element) => {
      const isCrop = element === screen.getByTestId("crop");
      return isCrop ? ({ touchAction: "none" } as CSSStyleDeclaration) : styleOf(element);
    });
    drag(screen.getByText("First row"), [50, 300]);
    drag(screen.getByTestId("crop"), [50, 300]);
    screen.getByRole("textbox").focus();
    drag(screen.getByRole("textbox"), [50, 300]);
    drag(sheet, [50, 300], { x: 400 });
    drag(sheet, [-50, -300]);
    expect(onSwipe).not.toHaveBeenCalled();
    expect(onDrag).not.toHaveBeenCalled();
  });
});

describe("a page that is pulled down", () => {
  beforeEach(() => {
    Object.assign(window, { scrollY: 0 });
    render(<Page />);
  });
  const pull = (distances: number[]) => drag(screen.getByText(/pixels/), distances);

  test("refreshes from some distance on, with resistance, and springs back", () => {
    const finger = screen.getByText(/pixels/);
    fireEvent.touchStart(finger, { touches: [point(0, 0)] });
    fireEvent.touchMove(finger, { touches: [point(0, 108)] });
    expect(screen.getByText("45 pixels")).toBeTruthy();
    fireEvent.touchMove(finger, { touches: [point(0, 900)] });
    expect(screen.getByText("96 pixels")).toBeTruthy();
    expect(onRefresh).not.toHaveBeenCalled();
    fireEvent.touchEnd(finger, { touches: [] });
    expect(screen.getByText("0 pixels")).toBeTruthy();
    expect(onRefresh).toHaveBeenCalledTimes(1);
  });

  test("does nothing when it is let go early, or is not at its top", () => {
    pull([60, 100]);
    Object.assign(window, { scrollY: 300 });
    pull([60, 400]);
    Object.assign(window, { scrollY: 0 });
    expect(onRefresh).not.toHaveBeenCalled();
  });

  test("stops the browser from reloading the page, as long as it is shown", () => {
    expect(document.documentElement.style.overscrollBehaviorY).toBe("contain");
  });
});

describe("a long press", () => {
  const press = () => {
    render(<Bubble />);
    const bubble = screen.getByTestId("bubble");
    fireEvent.touchStart(bubble, { touches: [point(10, 10)] });
    return bubble;
  };
  /** Whether what is below the finger is not pressed as well. */
  const letGo = (bubble: HTMLElement) => !fireEvent.touchEnd(bubble, { cancelable: true });

  test("is a finger that rests for half a second; letting go presses nothing", () => {
    const bubble = press();
    act(() => void jest.advanceTimersByTime(490));
    expect(onLongPress).not.toHaveBeenCalled();
    fireEvent.touchMove(bubble, { touches: [point(13, 12)] });
    act(() => void jest.advanceTimersByTime(10));
    expect(onLongPress).toHaveBeenCalledTimes(1);
    expect(letGo(bubble)).toBe(true);
  });

  test.each<[string, (bubble: HTMLElement) => void]>([
    ["is let go", (bubble) => expect(letGo(bubble)).toBe(false)],
    ["scrolls", (bubble) => void fireEvent.touchMove(bubble, { touches: [point(10, 40)] })],
    ["is cancelled", (bubble) => void fireEvent.touchCancel(bubble)],
    [
      "is joined by another",
      (bubble) => void fireEvent.touchStart(bubble, { touches: [point(10, 10), point(50, 50)] }),
    ],
  ])("is not one that %s before that", (_, interrupt) => {
    const bubble = press();
    act(() => void jest.advanceTimersByTime(400));
    interrupt(bubble);
    act(() => void jest.advanceTimersByTime(1_000));
    expect(onLongPress).not.toHaveBeenCalled();
  });

  test("prevents the system's menu, but not a mouse's", () => {
    const bubble = press();
    expect(fireEvent.contextMenu(bubble)).toBe(false);
    letGo(bubble);
    expect(fireEvent.contextMenu(bubble)).toBe(true);
  });
});
