import { utcOffsets } from "@/lib/campus/utc-offsets";

const from = Date.UTC(2026, 0, 1);
const until = Date.UTC(2027, 0, 1);

test.each([
  ["Asia/Kolkata", [[from, 330]]],
  ["UTC", [[from, 0]]],
  [
    "Europe/Dublin",
    [
      [from, 0],
      [Date.UTC(2026, 2, 29, 1), 60],
      [Date.UTC(2026, 9, 25, 1), 0],
    ],
  ],
  [
    "America/New_York",
    [
      [from, -300],
      [Date.UTC(2026, 2, 8, 7), -240],
      [Date.UTC(2026, 10, 1, 6), -300],
    ],
  ],
])("the clocks of %s in 2026", (timeZone, offsets) => {
  expect(utcOffsets(timeZone, from, until)).toEqual(offsets);
});
