import { type PushContent, pushText } from "@/lib/notifications/server/push-text";

const CONTENT: PushContent = {
  type: "follow",
  custom: false,
  message: "joined your circle",
  showsText: true,
  hidesWords: false,
  senderName: "محمد علي",
};

test.each<[Partial<PushContent>, string]>([
  [{}, "\u2068محمد علي\u2069 joined your circle"],
  [{ type: "message", message: "Hi" }, "\u2068محمد علي\u2069: Hi"],
  [{ type: "message", showsText: false }, "New message from \u2068محمد علي\u2069"],
  [{ senderName: "Kabir Rao" }, "Kabir Rao joined your circle"],
])("a name from right to left does not turn a push around: %j", (change, text) => {
  expect(pushText({ ...CONTENT, ...change })).toBe(text);
});

test("a push about a comment quotes it, but not to someone under 18", () => {
  const comment: PushContent = {
    ...CONTENT,
    type: "comment",
    message: "commented: “See you at six”",
    senderName: "Kabir Rao",
  };
  expect(pushText(comment)).toBe("Kabir Rao commented: “See you at six”");
  expect(pushText({ ...comment, hidesWords: true })).toBe("Kabir Rao commented on your post");
  const reply: PushContent = { ...comment, type: "reply", message: "replied: “At seven”" };
  expect(pushText(reply)).toBe("Kabir Rao replied: “At seven”");
  expect(pushText({ ...reply, hidesWords: true })).toBe("Kabir Rao replied to your comment");
  const mention: PushContent = { ...comment, type: "mention", message: "mentioned you: “@you”" };
  expect(pushText(mention)).toBe("Kabir Rao mentioned you: “@you”");
  expect(pushText({ ...mention, hidesWords: true })).toBe("Kabir Rao mentioned you");
});
