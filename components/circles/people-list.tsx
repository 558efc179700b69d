"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PersonRow, PersonSkeletons } from "@/components/circles/person-row";
import { ErrorState, QueryError } from "@/components/ui/error-state";
import { useInView } from "@/lib/dom/use-in-view";
import { useTranslate } from "@/lib/language/translate";
import { userItems } from "@/lib/profiles/client/cache";
import { useMe } from "@/lib/profiles/client/queries";
import type { UserListItem } from "@/lib/profiles/schema";

/** The next page loads when half of the sentinel is visible (docs/product.md, Numbers). */
const SENTINEL = { rootMargin: "100px", threshold: 0.5 };

type Props = {
  /** The list's accessible name. */
  label: string;
  query: Pick<
    UseInfiniteQueryResult<{ pages: { users: UserListItem[] }[] }>,
    | "data"
    | "error"
    | "isPending"
    | "isError"
    | "isFetching"
    | "hasNextPage"
    | "isFetchingNextPage"
    | "isFetchNextPageError"
    | "fetchNextPage"
    | "refetch"
  >;
  empty: ReactNode;
  /** For the popup of a combobox: the list's id, and the id of the active row. */
  grid?: { id: string; rowId: string | undefined };
  onOpen?: (person: UserListItem) => void;
  /** A further button in each row, which then is the narrower. */
  action?: (person: UserListItem) => ReactNode;
};

/** An endless list of people with their circle buttons, and its loading, error and empty states. */
export function PeopleList({ label, query, empty, grid, onOpen, action }: Props) {
  const t = useTranslate();
  const me = useMe();
  const people = userItems.all(query.data);
  const sentinel = useInView<HTMLDivElement>(() => query.fetchNextPage(), {
    ...SENTINEL,
    enabled: query.hasNextPage && !query.isFetching && !query.isFetchNextPageError,
  });
  if (query.isPending) return <PersonSkeletons />;
  if (query.isError && !query.data) return <QueryError query={query} />;
  if (people.length === 0) return <>{empty}</>;
  return (
    <>
      {grid ? (
        // biome-ignore lint/a11y/useSemanticElements: no table; aria-activedescendant needs rows
        <div
          role="grid"
          id={grid.id}
          aria-label={label}
          aria-busy={query.isFetching}
          className="flex flex-col"
        >
          {people.map((person) => {
            const id = `${grid.id}-${person._id}`;
            return (
              // biome-ignore lint/a11y/useSemanticElements: as above
              // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the combobox
              <div
                key={person._id}
                role="row"
                id={id}
                aria-selected={id === grid.rowId}
                className="-mx-2 scroll-my-24 rounded-field px-2 py-1.5 aria-selected:bg-sunken"
              >
                <PersonRow
                  person={person}
                  isMe={person._id === me?._id}
                  asCells
                  note={[person.username && `@${person.username}`, person.collegeName]
                    .filter(Boolean)
                    .join(" · ")}
                  onOpen={() => onOpen?.(person)}
                />
              </div>
            );
          })}
        </div>
      ) : (
        <ul aria-label={label} aria-busy={query.isFetching} className="flex flex-col gap-3">
          {people.map((person) => (
            // The browser skips rows that are off screen, so even 10,000 rows are cheap. It also
            // clips them, and the padding leaves room for the ring around what has the focus.
            <li
              key={person._id}
              className="-m-1.5 p-1.5 [contain-intrinsic-size:auto_44px] [content-visibility:auto]"
            >
              <PersonRow
                person={person}
                isMe={person._id === me?._id}
                compact={action !== undefined}
                onOpen={() => onOpen?.(person)}
                action={action?.(person)}
              />
            </li>
          ))}
        </ul>
      )}
      {query.isFetchingNextPage && (
        <div className="pt-3">
          <PersonSkeletons count={2} label={t("Loading more people")} />
        </div>
      )}
      {query.isFetchNextPageError && !query.isFetchingNextPage && (
        <ErrorState error={query.error} onRetry={() => query.fetchNextPage()} />
      )}
      {query.hasNextPage && <div ref={sentinel} aria-hidden className="h-4" />}
    </>
  );
}
