import { usernamesIn } from "@/lib/reports/server/involved";

test.each([
  ["Ask @kabir.rao, or @Meera.", ["kabir.rao", "meera"]],
  ["@kabir.rao", ["kabir.rao"]],
  ["kabir@mitsgwl.ac.in and a@@b", []],
  ["(@kabir) @", ["kabir"]],
])("%s names %j", (text, expected) => {
  expect(usernamesIn(text)).toEqual(expected);
});
