import "server-only";
import DataLoader from "dataloader";
import type { PageQuery } from "@/lib/api/pagination";
import type { FeedAnswer } from "@/lib/posts/schema";
import { pageOfPosts, readPage, viewPage } from "@/lib/posts/server/read";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** The feed: every active post, newest first. */
export function listFeed(viewer: Viewer, query: PageQuery): Promise<FeedAnswer> {
  return loader.load({ viewerId: viewer.id, query });
}

type Asked = { viewerId: string; query: PageQuery };

/**
 * Those who ask for the same page in one turn of the event loop share its query
 * (docs/decisions/0014). Nothing is kept: the query begins after the last of them has come, so each
 * sees all that was done before.
 */
const loader = new DataLoader<Asked, FeedAnswer>(readPages, {
  cache: false,
  batchScheduleFn: (read) => setImmediate(read),
});

/**
 * A page that fails is an Error in its place, which the loader throws to those who asked for it.
 */
function readPages(asked: readonly Asked[]): Promise<(FeedAnswer | Error)[]> {
  const viewerIds = [...new Set(asked.map(({ viewerId }) => viewerId))];
  const pages = new Map<string, ReturnType<typeof readPage>>();
  const answers = asked.map(async ({ viewerId, query }) => {
    const key = JSON.stringify(query);
    const page = pages.get(key) ?? readPage(viewerIds, pageOfPosts(query, Prisma.empty), TOTAL);
    pages.set(key, page);
    return viewPage(await page, query, viewerId);
  });
  return Promise.all(answers.map((answer) => answer.catch((error: Error) => error)));
}

const TOTAL = Prisma.sql`(SELECT value FROM tallies WHERE name = 'posts')`;
