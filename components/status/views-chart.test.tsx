/** @jest-environment <rootDir>/tests/browser-environment.ts */
import { render, screen, within } from "@testing-library/react";
import { StatusScreen } from "@/components/status/status-screen";
import { scaleTop, ViewsChart } from "@/components/status/views-chart";

const DAYS = [
  { day: "2026-11-19", views: 0 },
  { day: "2026-11-20", views: 1_234 },
  { day: "2026-11-21", views: 6 },
];

describe("the chart of page views", () => {
  test("lists every day's number for screen readers, including zero", () => {
    render(<ViewsChart days={DAYS} />);
    const table = screen.getByRole("table", {
      name: "Page views of each day, 19 November to 21 November, in universal time",
    });
    const rows = within(table).getAllByRole("row").slice(1);
    expect(rows.map((row) => row.textContent)).toEqual(["19 November0", "20 November1,234", "21 November6"]);
  });

  test("shows the total", () => {
    render(<ViewsChart days={DAYS} />);
    expect(screen.getByText("1,240")).toBeTruthy();
  });

  test("draws no bar for a day without views, and a visible one for a day with few", () => {
    render(<ViewsChart days={DAYS} />);
    const bars = DAYS.map(({ day }) => barOf(day));
    expect(bars[0]).toMatch(/^0(px)?$/);
    expect(bars[1]).toContain("61.7%");
    expect(bars[2]).toContain("3px");
  });

  test.each([
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 4],
    [9, 10],
    [10, 20],
    [45, 60],
    [99, 100],
    [1_234, 2_000],
  ])("a maximum of %i views gives a scale up to %i", (highest, top) => {
    expect(scaleTop(highest)).toBe(top);
  });
});

describe("the status page", () => {
  test("says so when the views cannot be read", () => {
    render(<StatusScreen parts={[]} views={undefined} version="1.0.0" />);
    expect(screen.getByText("Page views aren't available right now.")).toBeTruthy();
    expect(screen.queryByRole("table")).toBeNull();
  });
});

/** The height a day's bar is drawn with. */
function barOf(day: string): string {
  const name = new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
  const bar = screen.getByTitle(new RegExp(`^${name}:`)).firstElementChild;
  return bar?.getAttribute("style")?.replace(/^height:\s*|;$/g, "") ?? "";
}
