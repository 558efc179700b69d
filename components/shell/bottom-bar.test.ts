import { afterScroll, BAR_AT_START, type BarVisibility } from "@/components/shell/bottom-bar";

const END = 5_000;
const scroll = (...positions: number[]): BarVisibility =>
  positions.reduce((state, position) => afterScroll(state, position, END), BAR_AT_START);

describe("the bottom bar", () => {
  test("hides on scrolling down", () => {
    expect(scroll(40).hidden).toBe(true);
  });

  test("stays hidden after one upward scroll event and comes back after the second", () => {
    expect(scroll(400, 390).hidden).toBe(true);
    expect(scroll(400, 390, 380).hidden).toBe(false);
  });

  test("restarts the count of upward events after a downward one", () => {
    expect(scroll(400, 390, 420, 410).hidden).toBe(true);
    expect(scroll(400, 390, 420, 410, 400).hidden).toBe(false);
  });

  test("always shows at the top of the page", () => {
    expect(scroll(400, 0).hidden).toBe(false);
  });

  test("ignores overscroll at both ends", () => {
    expect(scroll(400, -60).hidden).toBe(false);
    expect(scroll(4_990, 5_000, 5_080, 5_040, 5_000).hidden).toBe(true);
  });

  test("ignores scroll events without movement", () => {
    expect(scroll(400, 390, 390).hidden).toBe(true);
  });
});
