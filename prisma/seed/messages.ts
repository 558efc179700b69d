import { v7 as uuid } from "uuid";
import type { Prisma } from "@/prisma/generated/client/client";
import type { PersonKey } from "./people";

/** What the people of the demo campus write to each other. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Who writes it, the words, and whose newest post goes with them. */
type Line = [by: PersonKey | "stranger", text: string, postBy?: PersonKey];

type SeedConversation = {
  people: [PersonKey, PersonKey | "stranger"];
  /** Hours since the last message. */
  ended: number;
  /** How many of the last messages the other person has not seen. */
  unseen?: number;
  lines: Line[];
};

/**
 * A stranger is a first-year of the crowd whose circle the other has not joined, so that their
 * messages are a request.
 */
const CONVERSATIONS: SeedConversation[] = [
  {
    people: ["aarav", "ishita"],
    ended: 0.4,
    unseen: 2,
    lines: [
      ["aarav", "Are you shooting the fest tomorrow or just judging our posters?"],
      ["ishita", "Both. Judging is faster."],
      ["aarav", "Which one is worst? Be kind."],
      ["ishita", "The one that says TECFEST"],
      ["aarav", "…that one is printed. Forty copies."],
      ["ishita", "Then it is a collector’s item 🖼️"],
      ["aarav", "Please take one good photo of the stage before Kabir’s robot gets on it"],
      ["ishita", "I want the one after"],
      ["ishita", "Also: look at this light and tell me class at 9 was worth it", "ishita"],
    ],
  },
  {
    people: ["aarav", "kabir"],
    ended: 2.5,
    lines: [
      ["kabir", "Jalebi turned left today. On purpose, I think."],
      ["aarav", "Left is new"],
      ["kabir", "Can you look at the motor loop? It waits for something that never comes"],
      ["aarav", "So does everyone in this hostel. Send me the branch"],
      ["kabir", "fix-left-please"],
      ["aarav", "It was a missing await 🙃"],
      ["aarav", "In truth @sana.qureshi found it. I only pressed Enter."],
      ["kabir", "I will name a wheel after you"],
    ],
  },
  {
    people: ["aarav", "dev"],
    ended: 20,
    lines: [
      ["dev", "Poster generator, first outside contributor!! He fixed a typo I am rather attached to"],
      ["aarav", "Merge it and mourn quietly"],
      ["dev", "Merged. You should see the seed he left in the tests", "dev"],
      ["aarav", "This is better than ours. I am not angry, only taking notes"],
    ],
  },
  {
    people: ["aarav", "riya"],
    ended: 30,
    lines: [
      ["riya", "You are on the list for mock interviews, 8:20. Bring the project, leave the buzzwords."],
      ["aarav", "What if the project is buzzwords"],
      ["riya", "Then bring your grandmother, she can ask the questions"],
      ["aarav", "She would hire Vihaan. See you at 8:20"],
    ],
  },
  {
    people: ["aarav", "yash"],
    ended: 75,
    lines: [
      ["aarav", "Location??"],
      ["yash", "You asked that in the comments already. Follow the smell."],
      ["aarav", "I followed it to the chemistry lab"],
      ["yash", "Gate 2. TWO. Are you all right?"],
    ],
  },
  {
    people: ["ishita", "meera"],
    ended: 1.2,
    unseen: 1,
    lines: [
      ["meera", "Roof at 5:40? Clouds are promising something"],
      ["ishita", "They promised on Tuesday, too"],
      ["meera", "I have cake"],
      ["ishita", "Roof at 5:40."],
      ["meera", "Bring the 50 mm, mine has chai in it. Long story"],
    ],
  },
  {
    people: ["ishita", "zoya"],
    ended: 26,
    lines: [
      ["zoya", "Thursday’s theme is बारिश. May I read under your photo of the wet steps?"],
      ["ishita", "Only if I may sit in the first row"],
      ["zoya", "The first row is a mat"],
      ["ishita", "Then on the mat 🙂"],
    ],
  },
  {
    people: ["aarav", "stranger"],
    ended: 3,
    unseen: 2,
    lines: [
      ["stranger", "Hi! I’m in first year and saw your note about the missing await."],
      ["stranger", "Do you take juniors for the web team? I can bring chai."],
    ],
  },
  {
    people: ["ishita", "stranger"],
    ended: 8,
    unseen: 1,
    lines: [["stranger", "Your photo of the fort is my wallpaper now. Which lens was that?"]],
  },
];

type Row = { id: string; createdAt: Date };
type Campus = {
  byKey: (key: PersonKey) => Row;
  /** A first-year of the crowd whose circle this person has not joined. */
  strangerTo: (personId: string) => Row;
  newestPostBy: (key: PersonKey) => Row;
};

export type SeedMessages = {
  conversations: Prisma.ConversationCreateManyInput[];
  participants: Prisma.ConversationParticipantCreateManyInput[];
  messages: (Prisma.MessageCreateManyInput & { id: string; createdAt: Date })[];
};

/** The conversations as rows, as the app would have written them. */
export function makeMessages(now: number, campus: Campus): SeedMessages {
  const made = CONVERSATIONS.map((conversation) => makeConversation(conversation, now, campus));
  return {
    conversations: made.map(({ conversation }) => conversation),
    participants: made.flatMap(({ participants }) => participants),
    messages: made.flatMap(({ messages }) => messages),
  };
}

function makeConversation(
  { people, ended, unseen = 0, lines }: SeedConversation,
  now: number,
  campus: Campus,
) {
  const [oneKey, otherKey] = people;
  const one = campus.byKey(oneKey);
  const other = otherKey === "stranger" ? campus.strangerTo(one.id) : campus.byKey(otherKey);
  const idOf = (key: Line[0]) => (key === oneKey ? one.id : other.id);
  const endedAt = now - ended * HOUR;
  // The gaps look uneven and are the same at every seed.
  const ages = lines.map((_, index) => (lines.length - 1 - index) * 4 * MINUTE - (index % 3) * MINUTE);
  const conversationId = uuid({ msecs: endedAt - (ages[0] ?? 0) });
  const messages = lines.map(([by, text, postBy], index) => {
    const createdAt = new Date(endedAt - Math.max(0, ages[index] ?? 0));
    return {
      id: uuid({ msecs: createdAt.getTime() }),
      conversationId,
      seq: index + 1,
      senderId: idOf(by),
      clientId: uuid({ msecs: createdAt.getTime() }),
      text,
      postId: postBy ? campus.newestPostBy(postBy).id : null,
      createdAt,
    };
  });
  const lastSeq = messages.length;
  const lastSender = messages.at(-1)?.senderId;
  const [firstId, secondId] = [one.id, other.id].sort();
  const participants = [one.id, other.id].map((personId) => {
    const hasAnswered = messages.some(({ senderId }) => senderId === personId);
    const unreadCount = personId === lastSender ? 0 : unseen;
    return {
      conversationId,
      personId,
      box: hasAnswered ? ("inbox" as const) : ("requests" as const),
      hasAnswered,
      seenSeq: lastSeq - unreadCount,
      unreadCount,
      listedAt: new Date(endedAt),
    };
  });
  return {
    conversation: { id: conversationId, firstId, secondId, lastSeq, createdAt: messages[0]?.createdAt },
    participants,
    messages,
  };
}
