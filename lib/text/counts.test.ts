import { exactCount, formatBadge, formatCount } from "@/lib/text/counts";

describe("counts", () => {
  test.each([
    [0, "0"],
    [7, "7"],
    [999, "999"],
    [1_000, "1.0K"],
    [1_049, "1.0K"],
    [1_050, "1.1K"],
    [1_100, "1.1K"],
    [12_345, "12.3K"],
    [15_900, "15.9K"],
    [999_949, "999.9K"],
    [999_950, "1.0M"],
    [999_999, "1.0M"],
    [1_000_000, "1.0M"],
    [1_049_999, "1.0M"],
    [1_250_000, "1.3M"],
    [12_345_678, "12.3M"],
    [1_234_567_890, "1234.6M"],
  ])("%i reads %s", (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  test.each([
    [0, "0"],
    [999, "999"],
    [1_000, "1,000"],
    [12_345_678, "12,345,678"],
  ])("%i in full reads %s", (count, text) => {
    expect(exactCount(count)).toBe(text);
  });

  test.each([
    [1, "1"],
    [9, "9"],
    [10, "9+"],
    [4_000, "9+"],
  ])("a badge of %i reads %s", (count, text) => {
    expect(formatBadge(count)).toBe(text);
  });
});
