import { afterScroll, BAR_AT_START, type BarVisibility } from "@/components/shell/bar-visibility";

const END = 5_000;
const scroll = (...positions: number[]): BarVisibility =>
  positions.reduce((state, to) => afterScroll(state, to, END), BAR_AT_START);

describe("the bottom bar", () => {
  test("hides as soon as a person scrolls down", () => {
    expect(scroll(40).hidden).toBe(true);
  });

  test("stays hidden after one upward scroll event and comes back after the second", () => {
    expect(scroll(400, 390).hidden).toBe(true);
    expect(scroll(400, 390, 380).hidden).toBe(false);
  });

  test("counts upward events anew after a downward one", () => {
    expect(scroll(400, 390, 420, 410).hidden).toBe(true);
    expect(scroll(400, 390, 420, 410, 400).hidden).toBe(false);
  });

  test("shows at the top of the page, however the person got there", () => {
    expect(scroll(400, 0).hidden).toBe(false);
  });

  test("does not mind a page that springs back at its ends", () => {
    expect(scroll(400, -60).hidden).toBe(false);
    expect(scroll(4_990, 5_000, 5_080, 5_040, 5_000).hidden).toBe(true);
  });

  test("does not count an event that moved nothing", () => {
    expect(scroll(400, 390, 390).hidden).toBe(true);
  });
});
