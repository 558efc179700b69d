import "server-only";
import DataLoader from "dataloader";
import type { PageQuery } from "@/lib/api/pagination";
import type { FeedAnswer } from "@/lib/posts/schema";
import { pageOfPosts, readPage, viewPage } from "@/lib/posts/server/read";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** The feed: every active post, newest first. */
export function listFeed(viewer: Viewer, query: PageQuery): Promise<FeedAnswer> {
  return loader.load({ viewer, query });
}

type FeedRequest = { viewer: Viewer; query: PageQuery };

/**
 * Requests for the same page within one turn of the event loop share its query
 * (docs/decisions/0014). Nothing is cached: the query starts after the last of these requests, so
 * each one sees every earlier write.
 */
const loader = new DataLoader<FeedRequest, FeedAnswer>(readPages, {
  cache: false,
  batchScheduleFn: (read) => setImmediate(read),
});

/** Returns an Error in the place of a page that failed; the loader throws it to its requesters. */
function readPages(requests: readonly FeedRequest[]): Promise<(FeedAnswer | Error)[]> {
  const pages = new Map<string, ReturnType<typeof readPage>>();
  const answers = requests.map(async ({ viewer, query }) => {
    // Those who need their own latest writes share a query on the primary.
    const key = JSON.stringify([viewer.mayLag ?? false, query]);
    const sharing = requests
      .map((request) => request.viewer)
      .filter(({ mayLag }) => mayLag === viewer.mayLag);
    const page = pages.get(key) ?? readPage(sharing, pageOfPosts(query, Prisma.empty), TOTAL);
    pages.set(key, page);
    return viewPage(await page, query, viewer.id);
  });
  return Promise.all(answers.map((answer) => answer.catch((error: Error) => error)));
}

const TOTAL = Prisma.sql`(SELECT value FROM tallies WHERE name = 'posts')`;
