import type { QueryClient } from "@tanstack/react-query";
import { apiError } from "@/lib/api/client/api-client-error";
import { clearStoredAnswers } from "@/lib/offline/client/clear-cached";

/** What shows whom the viewer has hidden: no longer, also where it can't be loaded again. */
const LISTS: unknown[] = ["posts", "comments"];

/**
 * Has everything loaded again, because who or what is shown has changed: now what is on screen, the
 * rest when it is opened. Nothing older stays: not in the cache, not in what is stored for reading
 * offline, and on screen no longer than until the answers are there.
 */
export async function reloadEverything(client: QueryClient): Promise<void> {
  clearStoredAnswers();
  client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 });
  // What was asked for before may come without the change.
  await client.cancelQueries();
  await client.invalidateQueries();
  // A fetch that fails leaves the data there was, and so a profile or a post that is gone now.
  for (const query of client.getQueryCache().getAll()) {
    const { error } = query.state;
    if (error && (apiError(error)?.isGone || LISTS.includes(query.queryKey[0])))
      query.setState({ data: undefined, dataUpdatedAt: Date.now() });
  }
}
