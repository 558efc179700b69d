"use client";

import { useQuery } from "@tanstack/react-query";
import { AffiliationText } from "@/components/circles/affiliation-chip";
import { PersonRow, PersonSkeletons } from "@/components/circles/person-row";
import { Card } from "@/components/ui/card";
import { useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import { suggestionsOptions } from "@/lib/people-search/client/queries";
import { SUGGESTIONS_SHOWN } from "@/lib/people-search/policy";
import type { Suggestion } from "@/lib/people-search/schema";
import { handleOf, isSameClass } from "@/lib/profiles/affiliation";
import { useMe } from "@/lib/profiles/client/queries";
import type { Affiliation } from "@/lib/profiles/schema";
import { formatCount } from "@/lib/text/counts";
import { isolated } from "@/lib/text/names";

/** What a circle is, in one sentence. */
export const WHAT_JOINING_DOES =
  "Joining someone's circle says hello: they see that you joined, and can join yours.";

/** Suggested people next to other things. Without suggestions it renders nothing. */
export function PeopleToJoin() {
  const t = useTranslate();
  const me = useMe();
  const { data, isPending } = useQuery(suggestionsOptions());
  if (!isPending && !data?.length) return null;
  return (
    <Card bleed className="p-4 md:p-5">
      <h2 className="mb-3 text-lg">{t("People to join")}</h2>
      {data ? (
        <ul aria-label={t("People to join")} className="flex flex-col gap-2">
          {data.map((person) => (
            // All have one height, whether or not a note takes two lines.
            <li key={person._id} className="grid min-h-14 content-center">
              <PersonRow
                person={person}
                isMe={person._id === me?._id}
                compact
                reason={<SuggestionReason person={person} ownClass={me?.affiliation} />}
              />
            </li>
          ))}
        </ul>
      ) : (
        <PersonSkeletons count={SUGGESTIONS_SHOWN} compact />
      )}
    </Card>
  );
}

type ReasonProps = { person: Suggestion; ownClass: Affiliation | undefined };

/**
 * Why a person is suggested: their class, which is never cut off, and who of those the viewer
 * joined has joined them, else what they say of themselves.
 */
export function SuggestionReason({ person, ownClass }: ReasonProps) {
  const t = useTranslate();
  const { affiliation, bio } = person;
  const theirClass = isSameClass(affiliation, ownClass)
    ? t("Same class")
    : affiliation.label && <AffiliationText affiliation={affiliation} />;
  const more = mutualNote(person, t) || bio;
  if (!theirClass || !more) return theirClass || more || handleOf(person);
  return (
    <>
      {theirClass} · {more}
    </>
  );
}

/**
 * Who of the people the viewer joined has joined a suggested person; undefined when no one has. Of
 * several one first name, because the rail has no room for more.
 */
function mutualNote({ mutualCount, joinedBy }: Suggestion, t: Translate): string | undefined {
  if (mutualCount === 0 || joinedBy === "") return undefined;
  return mutualCount === 1
    ? t("{name} joined their circle", { name: isolated(joinedBy) })
    : t("{name} and {count} more joined", {
        name: isolated(joinedBy.split(" ")[0] ?? ""),
        count: formatCount(mutualCount - 1),
      });
}
