import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import type { PeopleAnswer } from "@/lib/people-search/people-schema";
import { SEARCH_PAGE, SUGGESTIONS_SHOWN } from "@/lib/people-search/policy";
import { pagedList } from "@/lib/query/pages";
import { SEARCH_MAX } from "@/lib/text/errors";

export const peopleSearchKeys = {
  all: ["people-search"] as const,
  search: (q: string) => [...peopleSearchKeys.all, "search", q] as const,
  recipients: (of: RecipientsOf, q: string) => [...peopleSearchKeys.all, "recipients", of, q] as const,
  mentionable: (q: string, postId: string | undefined) =>
    [...peopleSearchKeys.all, "mentionable", q, postId] as const,
  campus: (choice: PeopleParams) => [...peopleSearchKeys.all, "campus", choice] as const,
  suggestions: () => [...peopleSearchKeys.all, "suggestions"] as const,
  suggested: (limit: number) => [...peopleSearchKeys.suggestions(), limit] as const,
};

/** People by name. A request is aborted when the text changes before its answer arrives. */
export const searchOptions = (q: string) => ({
  ...pagedList(peopleSearchKeys.search(q), (cursor, signal) => {
    const query = { q, ...(cursor ? { cursor } : { page: 1 }), limit: SEARCH_PAGE };
    return api.get("/search/users", { query, signal });
  }),
  enabled: q !== "",
});

/** What people are chosen for. */
export type RecipientsOf = "message" | "notification";

/** People to write to or share with, the nearest first; also with an empty `q`. */
export const recipientsOptions = (of: RecipientsOf, q: string) =>
  queryOptions({
    queryKey: peopleSearchKeys.recipients(of, q),
    queryFn: ({ signal }) =>
      api
        .get("/people/recipients", { query: { of, ...(q ? { q } : {}) }, signal })
        .then(({ people }) => people),
  });

/** Whom an `@` followed by `q` may mean; undefined while none is typed. */
export const mentionableOptions = (q: string | undefined, postId: string | undefined) =>
  queryOptions({
    queryKey: peopleSearchKeys.mentionable(q ?? "", postId),
    queryFn: ({ signal }) =>
      api
        .get("/people/mentionable", {
          query: { ...(q ? { q } : {}), ...(postId ? { postId } : {}) },
          signal,
        })
        .then(({ people }) => people),
    enabled: q !== undefined,
    staleTime: 60_000,
  });

/**
 * What a search looks for among the tags: a text that begins with `#`, or a single word. Empty for
 * nothing.
 */
export const searchedTag = (q: string) => (q.length <= SEARCH_MAX && /^(?:#\S+|[^\s#]\S+)$/.test(q) ? q : "");

/** People to join. The server caches its candidates for the same minute. */
export const suggestionsOptions = (limit = SUGGESTIONS_SHOWN) =>
  queryOptions({
    queryKey: peopleSearchKeys.suggested(limit),
    queryFn: ({ signal }) =>
      api.get("/users/suggestions", { query: { limit }, signal }).then(({ users }) => users),
    staleTime: 60_000,
  });

/** Which people of the campus, and from which letter, by the names that address and API share. */
const PEOPLE_PARAMS = [
  "q",
  "college",
  "department",
  "programme",
  "batch",
  "section",
  "role",
  "from",
] as const;
export type PeopleParam = (typeof PEOPLE_PARAMS)[number];
export type PeopleParams = Partial<Record<PeopleParam, string>>;

/** What an address says of them. */
export function peopleParams(address: { get: (name: string) => string | null }): PeopleParams {
  return Object.fromEntries(
    PEOPLE_PARAMS.flatMap((name) => {
      const value = address.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

/** The answer as lists of people hold it. */
export const toUserPage = ({ people, ...rest }: PeopleAnswer) => ({ users: people, ...rest });

/** The chosen people of the campus, by name. */
export const campusPeopleOptions = (choice: PeopleParams) =>
  pagedList(peopleSearchKeys.campus(choice), (cursor, signal) =>
    api.get("/people", { query: { ...choice, cursor }, signal }).then(toUserPage),
  );
