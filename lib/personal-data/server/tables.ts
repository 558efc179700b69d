import "server-only";
import type { Prisma } from "@/prisma/generated/client/client";

/**
 * What happens to a person's data in each table. A new model does not compile without an answer;
 * the tests of the export, of deleting an account and of backups check what is said here.
 */

type Table = {
  /** The file of the export that shows its rows, or why none does. */
  exported: { file: string } | { not: string };
  /**
   * How its rows go when a person deletes their account: `removed` by the steps of the erasure
   * (remove-content.ts), which also adjust counters; by a `cascade` with the rows they hang on;
   * `emptied` of the person, while the row stays; or why nothing goes.
   */
  erased: "removed" | "cascade" | "emptied" | { not: string };
  /** Whether a backup has its rows, or why not. */
  backedUp: true | { not: string };
};

const SECRET = { not: "a secret" };
const DELIVERY = { not: "only serves to deliver something" };
const NO_PERSON = { not: "not about a person" };
const TWICE = { not: "would be sent twice after a restore" };
const OF_CASES = { not: "the work of moderators, exported as decisions and reports" };

export const TABLES = {
  User: { exported: { file: "profile.json" }, erased: "removed", backedUp: true },
  Session: {
    exported: { file: "devices.json" },
    erased: "removed",
    backedUp: { not: "a session that has ended would live again" },
  },
  OneTimeCode: { exported: SECRET, erased: "removed", backedUp: { not: "a code could be used again" } },
  Consent: { exported: { file: "consents.json" }, erased: "cascade", backedUp: true },
  MediaAsset: { exported: { file: "posts.json" }, erased: "removed", backedUp: true },
  MediaDeletion: { exported: NO_PERSON, erased: NO_PERSON, backedUp: true },
  Post: { exported: { file: "posts.json" }, erased: "removed", backedUp: true },
  PostMedia: { exported: { file: "posts.json" }, erased: "cascade", backedUp: true },
  PostHashtag: { exported: { file: "posts.json" }, erased: "removed", backedUp: true },
  Hashtag: { exported: NO_PERSON, erased: "removed", backedUp: true },
  Like: { exported: { file: "likes.json" }, erased: "removed", backedUp: true },
  Comment: { exported: { file: "comments.json" }, erased: "removed", backedUp: true },
  CommentLike: { exported: { file: "comment-likes.json" }, erased: "removed", backedUp: true },
  Mention: {
    exported: { not: "a link in a text, which is exported as it was written" },
    erased: "cascade",
    backedUp: true,
  },
  Share: { exported: { file: "shares.json" }, erased: "removed", backedUp: true },
  Bookmark: { exported: { file: "bookmarks.json" }, erased: "removed", backedUp: true },
  PostMute: { exported: { file: "muted-posts.json" }, erased: "cascade", backedUp: true },
  Follow: { exported: { file: "circles-i-joined.json" }, erased: "removed", backedUp: true },
  Notification: { exported: { file: "notifications.json" }, erased: "removed", backedUp: true },
  PushSubscription: { exported: DELIVERY, erased: "cascade", backedUp: TWICE },
  PushMessage: { exported: DELIVERY, erased: "cascade", backedUp: TWICE },
  SentPush: { exported: DELIVERY, erased: "cascade", backedUp: TWICE },
  Conversation: { exported: { file: "messages.json" }, erased: "emptied", backedUp: true },
  ConversationParticipant: {
    exported: { not: "how far a person has read" },
    erased: "removed",
    backedUp: true,
  },
  Message: { exported: { file: "messages.json" }, erased: "emptied", backedUp: true },
  OutboxMail: { exported: DELIVERY, erased: "removed", backedUp: TWICE },
  MailPace: { exported: NO_PERSON, erased: NO_PERSON, backedUp: TWICE },
  AffiliationRequest: { exported: { file: "profile.json" }, erased: "cascade", backedUp: true },
  RosterEntry: { exported: { file: "profile.json" }, erased: "emptied", backedUp: true },
  RateLimit: {
    exported: DELIVERY,
    erased: "removed",
    backedUp: { not: "counts of windows that are over by then" },
  },
  Block: { exported: { file: "blocked-people.json" }, erased: "cascade", backedUp: true },
  Mute: { exported: { file: "muted-people.json" }, erased: "cascade", backedUp: true },
  MutedWord: { exported: { file: "muted-words.json" }, erased: "removed", backedUp: true },
  Report: { exported: { file: "reports.json" }, erased: "emptied", backedUp: true },
  FormerText: { exported: { file: "deleted-texts.json" }, erased: "cascade", backedUp: true },
  ModerationCase: { exported: OF_CASES, erased: "emptied", backedUp: true },
  CaseNote: { exported: OF_CASES, erased: "emptied", backedUp: true },
  Decision: { exported: { file: "decisions.json" }, erased: "emptied", backedUp: true },
  Appeal: { exported: { file: "decisions.json" }, erased: "emptied", backedUp: true },
  ModerationLog: {
    exported: OF_CASES,
    erased: { not: "has ids alone, and can never be changed" },
    backedUp: true,
  },
  Revocation: {
    exported: { not: "ids of what was taken, for the day of a restore" },
    erased: { not: "so that a restore does not bring it back" },
    backedUp: true,
  },
  StandingChange: {
    exported: OF_CASES,
    erased: { not: "has ids alone, so that a restore brings no deleted account back" },
    backedUp: true,
  },
  FormerMember: {
    exported: { not: "of people who have left, by a keyed hash" },
    erased: { not: "what is retained for safety, for a year (docs/security.md)" },
    backedUp: true,
  },
  FormerMemberHider: { exported: { not: "of people who have left" }, erased: "cascade", backedUp: true },
  Complaint: {
    exported: { not: "of people without an account, by an address that no one has proven" },
    erased: { not: "not bound to an account; deleted some time after it was handled" },
    backedUp: true,
  },
  Notice: { exported: { file: "notices.json" }, erased: "emptied", backedUp: true },
  NoticeView: { exported: { file: "notices.json" }, erased: "cascade", backedUp: true },
  PageView: { exported: NO_PERSON, erased: NO_PERSON, backedUp: true },
  Tally: { exported: NO_PERSON, erased: NO_PERSON, backedUp: true },
} satisfies Record<Prisma.ModelName, Table>;
