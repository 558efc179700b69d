import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { waitUntil } from "@/lib/platform/after-response";
import { db } from "@/lib/platform/db";
import { withShortQueries } from "@/lib/platform/db-connections";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/**
 * Sends hints between instances over PostgreSQL's LISTEN and NOTIFY: "something of these people
 * changed", "this message is new", or "this post is new, or its counts changed". A hint carries no
 * data and may get lost. Who receives one, or reconnects, reads the current state
 * (docs/decisions/0006).
 */

export const CHANNEL = "notifications";

/**
 * Hints are batched for this long, in milliseconds, so that a burst of likes takes a few
 * statements.
 */
const FLUSH_MS = 25;
/** The most characters of one NOTIFY: PostgreSQL's limit is 8,000 bytes. */
const PAYLOAD_MAX = 7_900;

/** A new message of a conversation, or something else of it. */
type ConversationChange = { conversationId: string; messageId: string | null };

/** A post is new, or its counts have changed. */
export type PostHint = { kind: "post"; postId: string; isNew: boolean };

/** What instances tell each other about a person, or about a post. */
export type Hint =
  | PostHint
  /** Something of theirs changed. */
  | { kind: "change"; personId: string }
  /** A message of a conversation is new; without one, something else of it changed. */
  | { kind: "message"; personId: string; conversationId: string; messageId: string | null }
  /** They may see something less, or more: without someone, or any of what they see. */
  | { kind: "safety"; personId: string; hiddenId: string | null };

/** Hints that wait, as JSON. */
const pending = new Set<string>();

/**
 * Notifies every instance, including this one, that something of `personId` changed. Call it after
 * the commit (`afterCommit` in db.ts). Never throws: the next hint, or a reconnect, makes up for a
 * lost one.
 */
export const publishChange = (personId: string): void => publish({ kind: "change", personId });

/** Notifies every instance of a new message, or of a change of a person's conversation. */
export const publishMessage = (personId: string, change: ConversationChange): void =>
  publish({ kind: "message", personId, ...change });

/**
 * Hints to a person's browsers that what they may see has changed: drop `hiddenId`, or, without
 * one, read all again.
 */
export const publishSafety = (personId: string, hiddenId: string | null = null): void =>
  publish({ kind: "safety", personId, hiddenId });

/** Notifies every instance of a new post, or of changed counts of one. */
export const publishPost = (postId: string, { isNew = false } = {}): void =>
  publish({ kind: "post", postId, isNew });

const delayed = new Set<AbortController>();

/** Publishes after `ms` milliseconds. */
export function publishLater(ms: number, send: () => void): void {
  const stop = new AbortController();
  delayed.add(stop);
  const sent = delay(ms, undefined, { ref: false, signal: stop.signal })
    .then(send, () => undefined)
    .finally(() => delayed.delete(stop));
  waitUntil(sent);
}

/** Drops what is to be published later. Tests call it before they close the database. */
export function dropDelayed(): void {
  for (const stop of delayed) stop.abort();
}

function publish(hint: Hint): void {
  if (!env().LIVE_NOTIFICATIONS) return;
  const isFirst = pending.size === 0;
  pending.add(JSON.stringify(hint));
  // A function must not freeze with hints that wait.
  if (isFirst) waitUntil(delay(FLUSH_MS, undefined, { ref: false }).then(flushChanges));
}

/** Sends the hints that wait. Tests call it too, before they close the database. */
export async function flushChanges(): Promise<void> {
  const hints = [...pending];
  pending.clear();
  try {
    while (hints.length > 0) {
      let payload = hints.shift() ?? "";
      while (hints[0] && payload.length + hints[0].length < PAYLOAD_MAX) payload += `,${hints.shift()}`;
      // Whatever the first of them came from: they are everyone's.
      await withShortQueries(() => db().sql`SELECT pg_notify(${CHANNEL}, ${`[${payload}]`})`);
    }
  } catch (error) {
    log().warn({ err: error }, "could not send live hints");
  }
}
