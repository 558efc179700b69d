import type { ShownOutgoing } from "@/lib/messages/client/mutations";
import type { Message } from "@/lib/messages/schema";
import { startOfDay } from "@/lib/time/relative-time";

/** The rows of a log: messages in bubbles, grouped by who wrote them, and what separates them. */

export type BubbleRow = {
  /** Stays the same once the server has confirmed the message. */
  key: string;
  message: Message | ShownOutgoing;
  isMine: boolean;
  /** Whether it is the first or the last of a group, which shows who wrote it, and when. */
  isFirst: boolean;
  isLast: boolean;
};
export type LogRow =
  | ({ kind: "message" } & BubbleRow)
  | { kind: "day"; key: string; at: number }
  | { kind: "new"; key: string };

/** The longest gap between two messages of one group. */
const GROUP_GAP_MS = 5 * 60_000;

type Options = {
  /** Newest first. */
  messages: readonly Message[];
  outgoing: readonly ShownOutgoing[];
  meId: string | undefined;
  /** The first message that was unread when the conversation was opened. */
  firstUnreadId: string | null;
  utcOffset: number | undefined;
};

const timeOf = ({ createdAt }: { createdAt: string }) => Date.parse(createdAt);

/** The rows in the order in which they are read. */
export function logRows({ messages, outgoing, meId, firstUnreadId, utcOffset }: Options): LogRow[] {
  const confirmed = new Set(messages.map(({ clientId }) => clientId));
  const all = [...messages].reverse().map((message) => ({ message, isMine: message.senderId === meId }));
  const sent = outgoing.filter(({ clientId }) => !confirmed.has(clientId));
  const entries = [...all, ...sent.map((message) => ({ message, isMine: true }))];
  const rows: LogRow[] = [];
  let previous: BubbleRow | undefined;
  for (const { message, isMine } of entries) {
    const id = "_id" in message ? message._id : message.clientId;
    const day = startOfDay(timeOf(message), { utcOffsetMinutes: utcOffset });
    const isNewDay =
      !previous || startOfDay(timeOf(previous.message), { utcOffsetMinutes: utcOffset }) !== day;
    if (isNewDay) rows.push({ kind: "day", key: `day of ${id}`, at: timeOf(message) });
    const isFirstUnread = id === firstUnreadId;
    if (isFirstUnread) rows.push({ kind: "new", key: "new" });
    const continues =
      previous?.isMine === isMine &&
      !isNewDay &&
      !isFirstUnread &&
      timeOf(message) - timeOf(previous.message) < GROUP_GAP_MS;
    if (continues && previous) previous.isLast = false;
    const row = { key: message.clientId || id, message, isMine, isFirst: !continues, isLast: true };
    previous = row;
    rows.push(Object.assign(row, { kind: "message" as const }));
  }
  return rows;
}

/**
 * The own message to write `Seen` below: the newest one up to what the other person has seen.
 * `messages` is newest first.
 */
export function lastSeenOwn(
  messages: readonly Message[],
  seenUpTo: string | null,
  meId: string | undefined,
): string | undefined {
  const from = messages.findIndex(({ _id }) => _id === seenUpTo);
  if (from === -1) return undefined;
  return messages.slice(from).find(({ senderId, isDeleted }) => senderId === meId && !isDeleted)?._id;
}
