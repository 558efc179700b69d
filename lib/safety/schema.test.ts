import { canHide, MUTE_DAYS, WORDS_MAX } from "@/lib/safety/policy";
import { muteBody, safetyEvent, wordBody } from "@/lib/safety/schema";

const word = (text: string) => wordBody.safeParse({ word: text, muted: true });

describe("a muted word", () => {
  test.each([
    ["  Exam   Week ", "exam week"],
    ["ПРИВЕТ", "привет"],
    ["परीक्षा", "परीक्षा"],
    ["#Spring_Fest", "#spring_fest"],
    [".*", ".*"],
    ["🔥🔥", "🔥🔥"],
    ["cafe\u0301", "café"],
    ["x".repeat(50), "x".repeat(50)],
  ])("%j is stored as %j", (text, stored) => {
    expect(word(text).data?.word).toBe(stored);
  });

  test.each([
    ["a", "Please use at least 2 characters."],
    [" \u200b ", "Please use at least 2 characters."],
    ["x".repeat(51), "Please keep it to 50 characters."],
    ["#exam week", "That is not a valid #tag."],
    ["#1", "That is not a valid #tag."],
    ["##", "That is not a valid #tag."],
  ])("%j is rejected", (text, message) => {
    expect(word(text).error?.issues[0]?.message).toBe(message);
  });
});

test("a mute ends in the future or never", () => {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
  for (const until of [tomorrow, null, undefined]) {
    expect(muteBody.safeParse({ muted: true, until }).success).toBe(true);
  }
  for (const until of [new Date(0).toISOString(), "tomorrow", 5]) {
    expect(muteBody.safeParse({ muted: true, until }).success).toBe(false);
  }
});

test("no one hides themselves", () => {
  expect(canHide({ id: "a" }, "a")).toBe(false);
  expect(canHide({ id: "a" }, "b")).toBe(true);
});

test("the choices of the screens", () => {
  expect(MUTE_DAYS).toEqual([1, 7, null]);
  expect(WORDS_MAX).toBe(200);
  expect(safetyEvent.parse({ hidden: ["a"] })).toEqual({ hidden: ["a"] });
});
