/** @jest-environment jsdom */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useSlides } from "@/lib/dom/use-slides";

const WIDTH = 400;

beforeEach(() => {
  window.matchMedia = (() => ({ matches: false })) as unknown as typeof window.matchMedia;
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, value: WIDTH });
  Element.prototype.scrollTo = () => {};
  for (let at: object | null = window; at; at = Object.getPrototypeOf(at))
    Reflect.deleteProperty(at, "onscrollend");
});

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
