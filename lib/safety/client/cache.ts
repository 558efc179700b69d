import type { Query, QueryClient } from "@tanstack/react-query";
import { ApiClientError, apiError } from "@/lib/api/client/api-client-error";
import { dequeueAbout } from "@/lib/api/client/offline-queue";
import { notificationsKeys } from "@/lib/notifications/client/cache";
import { clearStoredAnswers } from "@/lib/offline/client/clear-cached";
import { usersKeys } from "@/lib/profiles/client/cache";
import type { User, UserListItem } from "@/lib/profiles/schema";
import { patchCached, patchQuery } from "@/lib/query/optimistic";
import { type Pages, pageItems } from "@/lib/query/pages";
import { safetyKeys } from "@/lib/safety/client/queries";
import type { Hiding, SafetyNews } from "@/lib/safety/client/tabs";
import { removeDraftsAbout } from "@/lib/store/drafts";

/**
 * Dropping a person from everything this browser holds. It walks through all that is cached, so
 * that this module need not know which queries of other modules contain people: a post, a comment,
 * a notification and a conversation name their person in one field.
 */

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

const isPerson = (value: unknown, id: string) =>
  isObject(value) && value._id === id && "name" in value && "avatar" in value;

/** Whether it is a post, a comment or a notification by the person. */
const isBy = (item: Fields, id: string) => isPerson(item.userId, id) || isPerson(item.senderId, id);

/** Whether a list goes without the item: when muted what they made, when blocked they, too. */
function isHidden(item: unknown, id: string, hiding: Hiding): boolean {
  if (!isObject(item)) return hiding === "blocked" && item === id;
  return isBy(item, id) || (hiding === "blocked" && (isPerson(item, id) || isPerson(item.with, id)));
}

/** What is left of a post that was shared in a message. */
const UNAVAILABLE = { isAvailable: false, caption: "", thumbnail: "", authorName: "", authorId: "" };

/** The data without the person; the same object when they do not occur in it. */
export function withoutPerson<Data>(data: Data, id: string, hiding: Hiding): Data {
  if (Array.isArray(data)) {
    const shown = data.filter((item) => !isHidden(item, id, hiding));
    const mapped = shown.map((item) => withoutPerson(item, id, hiding));
    const isSame = mapped.length === data.length && mapped.every((item, index) => item === data[index]);
    return isSame ? data : (mapped as Data);
  }
  if (!isObject(data)) return data;
  if (hiding === "blocked" && data.authorId === id && "isAvailable" in data)
    return { ...data, ...UNAVAILABLE };
  let mapped: Fields = data;
  for (const [key, value] of Object.entries(data)) {
    const next = withoutPerson(value, id, hiding);
    if (next !== value) mapped = { ...mapped, [key]: next };
  }
  return (Array.isArray(mapped.pages) ? withTotals(data, mapped) : mapped) as Data;
}

/** The pages of a list, whose totals go down by the items that were dropped. */
function withTotals(before: Fields, after: Fields): Fields {
  const dropped = itemsIn(before) - itemsIn(after);
  if (dropped === 0) return after;
  const pages = (after.pages as Fields[]).map((page) =>
    typeof page.total === "number" ? { ...page, total: Math.max(0, page.total - dropped) } : page,
  );
  return { ...after, pages };
}

const itemsIn = ({ pages }: Fields): number =>
  (pages as Fields[]).flatMap((page) => Object.values(page).filter(Array.isArray)).flat().length;

/** Queries that go on showing the person: the lists of hidden people, and the own profile. */
function staysVisible({ queryKey }: Query, id: string, hiding: Hiding): boolean {
  if (queryKey[0] === safetyKeys.all[0]) return true;
  return queryKey.includes(id) && (hiding === "muted" || queryKey[0] === usersKeys.all[0]);
}

/** What the server would answer now for something of theirs that is open. */
const gone = () => new ApiClientError(404, "not_found", "This is no longer available.");

/** What was dropped: its ids, and how to bring it back. */
export type Hidden = { ids: string[]; changed: Query[]; restore: () => void };

/**
 * Drops a person from everything cached, at once, also from what is being fetched right now. After
 * a block their posts that are open are gone, too.
 */
export function hidePerson(client: QueryClient, id: string, hiding: Hiding): Hidden {
  let isRestored = false;
  const ids = new Set<string>();
  const undo = new Map<Query, () => void>();
  for (const query of client.getQueryCache().getAll()) {
    if (staysVisible(query, id, hiding)) continue;
    const before = query.state;
    const { data } = before;
    collectIds(data, id, ids);
    if (hiding === "blocked" && isObject(data) && isBy(data, id)) {
      query.setState({ data: undefined, error: gone(), status: "error", dataUpdatedAt: Date.now() });
    } else {
      patchQuery<unknown>(client, query, (shown) => (isRestored ? shown : withoutPerson(shown, id, hiding)));
    }
    const after = query.state.data;
    if (after === data) continue;
    undo.set(query, () => {
      if (query.state.data === after) query.setState(before);
      else void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    });
  }
  return {
    ids: [...ids],
    changed: [...undo.keys()],
    restore: () => {
      isRestored = true;
      for (const bringBack of undo.values()) bringBack();
    },
  };
}

/** The ids of the person's posts and of the conversations with them. */
function collectIds(data: unknown, id: string, ids: Set<string>): void {
  if (!isObject(data)) return;
  if (typeof data._id === "string" && (isPerson(data.userId, id) || isPerson(data.with, id)))
    ids.add(data._id);
  for (const value of Object.values(data)) collectIds(value, id, ids);
}

const isUnreadCount = ({ queryKey }: Query) => queryKey[1] === notificationsKeys.unread()[1];

/** An open conversation, which the server still shows, but not to be written in. */
const isConversationWith = ({ state: { data } }: Query, id: string) =>
  isObject(data) && isPerson(data.with, id);

const isEmptied = ({ state: { data } }: Query) =>
  isObject(data) && Array.isArray(data.pages) && itemsIn(data) === 0;

/**
 * What follows once the server has hidden a person: counts and lists that were emptied are fetched
 * again, the other lists when they are next opened, and nothing of the person is left in storage.
 */
export async function settleHidden(
  client: QueryClient,
  id: string,
  hiding: Hiding,
  { ids, changed }: Pick<Hidden, "ids" | "changed">,
): Promise<void> {
  if (hiding === "blocked") {
    removeDraftsAbout(ids);
    dequeueAbout(ids);
  }
  clearStoredAnswers();
  await Promise.allSettled([
    client.invalidateQueries({ queryKey: safetyKeys.all }),
    client.invalidateQueries({ predicate: isUnreadCount }),
    client.resetQueries({ predicate: (query) => isConversationWith(query, id) && hiding === "blocked" }),
    client.invalidateQueries({
      predicate: (query) => changed.includes(query) && !isEmptied(query),
      refetchType: "none",
    }),
    client.invalidateQueries({ predicate: (query) => changed.includes(query) && isEmptied(query) }),
    // Lists of people: some leave out who is muted and others do not, which the server knows.
    client.invalidateQueries({
      predicate: (query) =>
        !staysVisible(query, id, hiding) &&
        withoutPerson(query.state.data, id, "blocked") !== query.state.data,
    }),
  ]);
}

/** Shows the viewer's relation to a person on their profile. Returns the rollback. */
export function patchRelation(
  client: QueryClient,
  id: string,
  relation: Partial<Pick<User, "isBlocked" | "isMuted" | "mutedUntil">>,
): () => void {
  const queryKey = usersKeys.detail(id);
  const before = client.getQueryData<User>(queryKey);
  client.setQueryData<User>(queryKey, (user) => user && { ...user, ...relation });
  return () => client.setQueryData(queryKey, before);
}

export const hiddenItems = pageItems("people");

/** Takes a person off the list of blocked or muted people. Returns the rollback. */
export function removeListed(client: QueryClient, id: string, hiding: Hiding): () => void {
  const queryKey = hiding === "blocked" ? safetyKeys.blocks() : safetyKeys.mutes();
  const before = client.getQueryData(queryKey);
  patchCached<Pages<{ people: UserListItem[] }>>(client, queryKey, (data) => hiddenItems.remove(data, id));
  return () => client.setQueryData(queryKey, before);
}

/**
 * Has everything loaded again, because who is shown has changed: now what is on screen, the rest
 * when it is opened, and without what was cached of it.
 */
export async function showAgain(client: QueryClient): Promise<void> {
  clearStoredAnswers();
  client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 });
  await client.invalidateQueries();
  // A fetch that fails leaves the data there was, and so a profile or a post that is gone now.
  for (const query of client.getQueryCache().getAll()) {
    const { data, error } = query.state;
    if (data !== undefined && apiError(error)?.isGone)
      query.setState({ data: undefined, dataUpdatedAt: Date.now() });
  }
}

/** Shows what happened in another tab, on another device or on the other side. */
export async function showNews(client: QueryClient, news: SafetyNews): Promise<void> {
  if ("shown" in news) return showAgain(client);
  for (const id of news.hidden) {
    const hidden = hidePerson(client, id, news.hiding);
    patchRelation(client, id, news.hiding === "blocked" ? { isBlocked: true } : { isMuted: true });
    await Promise.all([
      client.invalidateQueries({ queryKey: usersKeys.detail(id) }),
      settleHidden(client, id, news.hiding, hidden),
    ]);
  }
}
