import { lastSeenOwn, logRows } from "@/components/messages/log-rows";
import { messageOf } from "@/tests/message-fixture";

const at = (time: string) => ({ createdAt: `2026-11-${time}:00.000Z` });
const mine = { senderId: "me" };
const options = { outgoing: [], meId: "me", firstUnreadId: null, utcOffset: 0 };

/** The rows as text: who is at which side, and where groups begin and end. */
const shownRows = (rows: ReturnType<typeof logRows>) =>
  rows.map((row) => {
    if (row.kind !== "message") return row.kind;
    const { message, isMine, isFirst, isLast } = row;
    return `${isFirst ? "[" : ""}${isMine ? "me: " : ""}${message.text}${isLast ? "]" : ""}`;
  });

test("messages are in the order of time, by day, and grouped by who wrote them", () => {
  const messages = [
    messageOf("Bye", { ...mine, ...at("22T00:01") }),
    messageOf("Much later", { ...mine, ...at("21T12:00") }),
    messageOf("Soon after", { ...mine, ...at("21T10:04") }),
    messageOf("Hi!", { ...mine, ...at("21T10:01") }),
    messageOf("Hello", at("21T10:00")),
  ];
  expect(shownRows(logRows({ ...options, messages }))).toEqual([
    "day",
    "[Hello]",
    "[me: Hi!",
    "me: Soon after]",
    "[me: Much later]",
    "day",
    "[me: Bye]",
  ]);
});

test("a line stands before the first unread message, and begins a group", () => {
  const messages = [messageOf("Two", at("21T10:01")), messageOf("One", at("21T10:00"))];
  expect(shownRows(logRows({ ...options, messages, firstUnreadId: "Two" }))).toEqual([
    "day",
    "[One]",
    "new",
    "[Two]",
  ]);
});

test("what is on its way comes last, and only until the server has it, under the same key", () => {
  const outgoing = [
    { conversationId: "c1", text: "Sent", clientId: "a", state: "sending", ...at("21T10:00") } as const,
    { conversationId: "c1", text: "Next", clientId: "b", state: "waiting", ...at("21T10:01") } as const,
  ];
  const before = logRows({ ...options, messages: [], outgoing });
  expect(shownRows(before)).toEqual(["day", "[me: Sent", "me: Next]"]);
  const messages = [messageOf("Sent", { ...mine, clientId: "a", ...at("21T10:00") })];
  const after = logRows({ ...options, messages, outgoing });
  expect(shownRows(after)).toEqual(["day", "[me: Sent", "me: Next]"]);
  expect(after.slice(1).map(({ key }) => key)).toEqual(before.slice(1).map(({ key }) => key));
});

describe("the seen mark", () => {
  const messages = [
    messageOf("Unseen", mine),
    messageOf("Theirs"),
    messageOf("Deleted", { ...mine, isDeleted: true }),
    messageOf("Seen", mine),
  ];
  test.each([
    ["Theirs", "Seen"],
    ["Unseen", "Unseen"],
    ["Deleted", "Seen"],
    [null, undefined],
    ["not loaded", undefined],
  ])("up to %s is below %s", (seenUpTo, expected) => {
    expect(lastSeenOwn(messages, seenUpTo, "me")).toBe(expected);
  });
});
