"use client";

import { useQuery } from "@tanstack/react-query";
import { Card } from "@/components/ui/card";
import { PersonRow } from "@/components/users/person-row";
import { PersonSkeletons } from "@/components/users/person-skeletons";
import { formatCount } from "@/lib/format/counts";
import type { Suggestion } from "@/lib/users/contract";
import { SUGGESTIONS_SHOWN } from "@/lib/users/limits";
import { suggestionsOptions, useMe } from "@/lib/users/queries";

/** People one may want to join. Where there is nobody to suggest it takes no room. */
export function PeopleToJoin({ compact = false }: { compact?: boolean }) {
  const me = useMe();
  const { data, isPending } = useQuery(suggestionsOptions());
  if (!isPending && !data?.length) return null;
  return (
    <Card bleed className="p-4 md:p-5">
      <h2 className="mb-3 text-lg">People to join</h2>
      {data ? (
        <ul aria-label="People to join" className="flex flex-col gap-2">
          {data.map((person) => (
            <li key={person._id}>
              <PersonRow
                person={person}
                isMe={person._id === me?._id}
                compact={compact}
                note={person.mutualCount > 0 ? mutualNote(person) : undefined}
              />
            </li>
          ))}
        </ul>
      ) : (
        <PersonSkeletons count={SUGGESTIONS_SHOWN} />
      )}
    </Card>
  );
}

const mutualNote = ({ mutualCount }: Suggestion) => `${formatCount(mutualCount)} in your circle`;
