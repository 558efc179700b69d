import "server-only";
import { campusPosts, mutersOfAuthor, notOpenTo } from "@/lib/audience/server/posts";
import type { PostsNews } from "@/lib/notifications/schema";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { PostHint } from "@/lib/platform/realtime";

/**
 * What the live stream says of posts: that there are new ones, and the counts of those whose counts
 * have changed. Only to people who may open the post, and never who did what. However popular a
 * post is, an instance reads once in an interval for all of them, and browsers need not ask.
 */

/** The shortest time between two events, in milliseconds. */
const INTERVAL_MS = 1_000;
/** How long hints are gathered before the first event, which so covers a post's first burst. */
const GATHER_MS = 100;

/** The posts of one event: what is liked in bulk must not fill the streams of everyone. */
const POSTS_MAX = 50;

/** What a person receives; undefined: nothing. */
export type NewsFor = (personId: string) => PostsNews | undefined;

export class PostHints {
  /** The posts with news; `true`: new ones. */
  private readonly waiting = new Map<string, boolean>();
  private timer: NodeJS.Timeout | undefined;
  private lastSent = 0;
  private closed = false;

  constructor(private readonly send: (newsFor: NewsFor) => void) {}

  /** Announces a post with the others of its interval. */
  add({ postId, isNew }: PostHint): void {
    this.waiting.set(postId, isNew || this.waiting.get(postId) === true);
    const ms = Math.max(GATHER_MS, this.lastSent + INTERVAL_MS - Date.now());
    this.timer ??= setTimeout(() => void this.sendWaiting(), ms).unref();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async sendWaiting(): Promise<void> {
    // New ones first; the others wait for another interval.
    const sorted = [...this.waiting].sort(([, a], [, b]) => Number(b) - Number(a));
    const posts = new Map(sorted.slice(0, POSTS_MAX));
    for (const postId of posts.keys()) this.waiting.delete(postId);
    this.lastSent = Date.now();
    try {
      const rows = await readPosts([...posts.keys()]);
      this.send((personId) => newsFor(personId, rows, posts));
    } catch (error) {
      // Nothing is lost for good: the next change brings the counts, and browsers ask for new
      // posts.
      log().warn({ err: error }, "could not read posts for live hints");
    }
    this.timer = undefined;
    if (this.closed) return;
    // What is left, and what came since, waits for its interval.
    const [next] = this.waiting;
    if (next) this.add({ kind: "post", postId: next[0], isNew: next[1] });
  }
}

type Row = PostsNews["counts"][number] & {
  authorId: string;
  notOpenTo: ReadonlySet<string>;
  muters: ReadonlySet<string>;
};
type ReadRow = Omit<Row, "notOpenTo" | "muters"> & { notOpenTo: string[]; muters: string[] };

/** The posts among these that the campus sees, with those who do not. */
async function readPosts(postIds: string[]): Promise<Row[]> {
  const rows = await db().sql<ReadRow>`
    SELECT p.id AS "_id", p.author_id AS "authorId", p.likes_count AS "likesCount",
      p.comments_count AS "commentsCount", p.shares_count AS "sharesCount",
      ${notOpenTo} AS "notOpenTo", ${mutersOfAuthor} AS muters
    FROM posts p WHERE p.id = ANY(${postIds}::uuid[]) AND ${campusPosts.sql}`;
  // Each stream of the instance asks them.
  return rows.map((row) => ({ ...row, notOpenTo: new Set(row.notOpenTo), muters: new Set(row.muters) }));
}

function newsFor(personId: string, rows: Row[], posts: ReadonlyMap<string, boolean>): PostsNews | undefined {
  const isNew = ({ _id }: Row) => posts.get(_id) === true;
  const shown = rows.filter(
    (row) => !row.notOpenTo.has(personId) && !(isNew(row) && row.muters.has(personId)),
  );
  if (shown.length === 0) return undefined;
  return {
    isNew: shown.some((row) => isNew(row) && row.authorId !== personId),
    counts: shown.map(({ _id, likesCount, commentsCount, sharesCount }) => ({
      _id,
      likesCount,
      commentsCount,
      sharesCount,
    })),
  };
}
