import { ApiClientError } from "@/lib/api/client-error";
import { readStoredProfile } from "@/lib/auth/stored-session";
import { WAITING } from "@/lib/offline/forget";

/**
 * What a person did without a connection: it waits in this browser, in order, and is sent when the connection is back
 * (lib/offline/send-waiting.ts). It belongs to the stored session's person and goes with the session. What only those need
 * who watch and send it is in lib/offline/waiting-line.ts.
 */

export type WaitingLike = { kind: "like"; personId: string; postId: string; liked: boolean };
export type WaitingComment = {
  kind: "comment";
  personId: string;
  postId: string;
  content: string;
  /** What the server knows the comment by when it comes twice. */
  clientId: string;
  createdAt: string;
};
export type Waiting = WaitingLike | WaitingComment;

/** Without `personId`, which is the stored session's. */
type Act = Omit<WaitingLike, "personId"> | Omit<WaitingComment, "personId">;

const NOTHING: readonly Waiting[] = [];
/** Whom `onWaitingChange` tells. */
export const listeners = new Set<() => void>();
type Read = { text: string; personId: string | undefined; acts: readonly Waiting[] };
let lastRead: Read = { text: "", personId: undefined, acts: NOTHING };

/** What waits, the oldest first; the same array until it changes. Storage can be blocked or hold anything. */
export function waitingActs(): readonly Waiting[] {
  const text = readText();
  if (text === "") return NOTHING;
  const personId = readStoredProfile()?._id;
  if (lastRead.text !== text || lastRead.personId !== personId) {
    lastRead = { text, personId, acts: parse(text).filter((act) => act.personId === personId) };
  }
  return lastRead.acts;
}

function readText(): string {
  try {
    return localStorage.getItem(WAITING) ?? "";
  } catch {
    // Blocked: nothing ever waited.
    return "";
  }
}

function parse(text: string): readonly Waiting[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isWaiting) : NOTHING;
  } catch {
    // Cut off, or not ours: it is replaced by the next act.
    return NOTHING;
  }
}

function isWaiting(value: unknown): value is Waiting {
  if (typeof value !== "object" || value === null) return false;
  const act = value as Record<string, unknown>;
  const hasText = (...keys: string[]) => keys.every((key) => typeof act[key] === "string");
  if (!hasText("personId", "postId")) return false;
  if (act.kind === "like") return typeof act.liked === "boolean";
  return act.kind === "comment" && hasText("content", "clientId", "createdAt");
}

/** The last word on a like counts; every comment is one of its own. */
export const keyOf = (act: Act | Waiting) => (act.kind === "like" ? `like ${act.postId}` : act.clientId);

/**
 * Lets an act wait when it failed because there is no connection. False when it failed otherwise, nobody is signed in, or
 * storage takes nothing: then it has failed.
 */
export function waitFor(error: unknown, act: Act): boolean {
  const isOffline = error instanceof ApiClientError && error.status === 0 && !navigator.onLine;
  const personId = readStoredProfile()?._id;
  if (!isOffline || !personId) return false;
  const others = waitingActs().filter((other) => keyOf(other) !== keyOf(act));
  return write([...others, { ...act, personId }]);
}

/** Takes off whatever waits for the same like: something newer takes its place. */
export function dropWaitingLike(postId: string): void {
  keepOnly((act) => act.kind !== "like" || act.postId !== postId);
}

/** Takes off what does not stay. */
export function keepOnly(stays: (act: Waiting) => boolean): void {
  const acts = waitingActs();
  const left = acts.filter(stays);
  if (left.length < acts.length) write(left);
}

function write(acts: readonly Waiting[]): boolean {
  try {
    if (acts.length === 0) localStorage.removeItem(WAITING);
    else localStorage.setItem(WAITING, JSON.stringify(acts));
  } catch {
    // Blocked or full.
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}
