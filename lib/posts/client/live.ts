import type { QueryClient } from "@tanstack/react-query";
import type { PostsNews } from "@/lib/notifications/schema";
import { patchPost, postsKeys } from "@/lib/posts/client/cache";
import { savesData } from "@/lib/settings/client/preferences";

/** What the live stream says of posts, as it is shown. */

/**
 * Browsers ask for new posts at a random moment within this time, in milliseconds, so that not all
 * do at once, and each no more often than every interval.
 */
const JITTER_MS = 800;
const INTERVAL_MS = 5_000;

/** Shows the counts that have changed, and asks for the posts that are new. */
export function showPostsNews(client: QueryClient, { isNew, counts }: PostsNews): void {
  for (const { _id, ...change } of counts) {
    // The answer to a press that is on its way is newer, and brings the counts.
    if (client.isMutating({ mutationKey: postsKeys.like(_id) }) > 0) continue;
    patchPost(client, _id, (post) => {
      const isSame =
        post.likesCount === change.likesCount &&
        post.commentsCount === change.commentsCount &&
        post.sharesCount === change.sharesCount;
      return isSame ? post : { ...post, ...change };
    });
  }
  if (isNew) askSoon(client);
}

let timer: ReturnType<typeof setTimeout> | undefined;
let lastAsked = Number.NEGATIVE_INFINITY;

function askSoon(client: QueryClient): void {
  if (timer) return;
  const ms = Math.max(Math.random() * JITTER_MS, lastAsked + INTERVAL_MS - performance.now());
  timer = setTimeout(() => {
    timer = undefined;
    // A hidden tab asks when it is looked at again.
    const isLookedAt = document.visibilityState === "visible" && !savesData();
    if (isLookedAt) lastAsked = performance.now();
    const refetchType = isLookedAt ? "active" : "none";
    void client.invalidateQueries({ queryKey: postsKeys.newestPosts(), refetchType });
  }, ms);
}
