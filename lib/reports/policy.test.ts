import { hidesAtOnce } from "@/lib/reports/policy";

test.each(["post", "comment", "person"] as const)("nudity hides a %s at once", (subject) => {
  expect(hidesAtOnce("nudity", subject)).toBe(true);
});

test.each(["message", "notification"] as const)(
  "nothing hides a %s at once: its one reader would be known to have reported it",
  (subject) => {
    expect(hidesAtOnce("nudity", subject)).toBe(false);
  },
);
