"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { CircleButton } from "@/components/circles/circle-button";
import { SuggestionReason } from "@/components/circles/people-to-join";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { useTranslate } from "@/lib/language/translate";
import { suggestionsOptions } from "@/lib/people-search/client/queries";
import { SUGGESTIONS_TO_EXPLORE } from "@/lib/people-search/policy";
import type { Suggestion } from "@/lib/people-search/schema";
import { useMe } from "@/lib/profiles/client/queries";
import { sizedImageUrl } from "@/lib/text/media-url";

/** Cards on a desktop before See all: two rows. */
const CARDS_SHOWN = 6;

/** Phones scroll through all cards sideways; on desktops they are rows of three. */
const CARDS =
  "flex gap-3 overflow-x-auto px-4 pb-4 scrollbar-none max-md:snap-x max-md:scroll-px-4 md:grid md:grid-cols-3 md:px-5 md:pb-5";
const CARD =
  "flex w-40 shrink-0 snap-start flex-col items-center rounded-card border border-line p-3 text-center md:w-auto";

/** Suggested people as cards. Without suggestions it renders nothing. */
export function PeopleCards() {
  const t = useTranslate();
  const { data, isPending } = useQuery(suggestionsOptions(SUGGESTIONS_TO_EXPLORE));
  const [isWhole, setIsWhole] = useState(false);
  if (!isPending && !data?.length) return null;
  const hasMore = !isWhole && (data?.length ?? 0) > CARDS_SHOWN;
  return (
    <Card bleed>
      <div className="flex min-h-15 items-center justify-between gap-3 px-4 md:px-5">
        <h2 className="text-lg">{t("People to join")}</h2>
        {hasMore && (
          <Button variant="ghost" size="sm" className="max-md:hidden" onClick={() => setIsWhole(true)}>
            {t("See all")}
          </Button>
        )}
      </div>
      {data ? (
        <ul aria-label={t("People to join")} className={CARDS}>
          {data.map((person, index) => (
            <li key={person._id} className={cx(CARD, !isWhole && index >= CARDS_SHOWN && "md:hidden")}>
              <PersonCard person={person} />
            </li>
          ))}
        </ul>
      ) : (
        <PersonCardSkeletons />
      )}
    </Card>
  );
}

/** The content of a card: a link to the profile, and the circle button. */
export function PersonCard({ person }: { person: Suggestion }) {
  const me = useMe();
  return (
    <>
      <Link
        href={`/profile/${person._id}`}
        prefetch={false}
        className="group flex w-full flex-col items-center rounded-field"
      >
        <Avatar id={person._id} name={person.name} src={sizedImageUrl(person.avatar, 192)} size="xl" />
        <span className="mt-2 block max-w-full leading-5">
          <bdi className="line-clamp-2 font-semibold text-label leading-5 group-hover:underline">
            {person.name}
          </bdi>
          <span className="line-clamp-2 text-ink2 text-sm leading-5">
            <SuggestionReason person={person} ownClass={me?.affiliation} />
          </span>
        </span>
      </Link>
      <div className="mt-auto pt-3">
        <CircleButton person={person} named compact />
      </div>
    </>
  );
}

function PersonCardSkeletons() {
  const t = useTranslate();
  return (
    <SkeletonGroup label={t("Loading people")} className={CARDS} count={CARDS_SHOWN}>
      <div className={CARD}>
        <Skeleton className="size-24 rounded-full" />
        <Skeleton className="mt-3 h-3.5 w-24" />
        <Skeleton className="mt-2.5 h-3 w-16" />
        <Skeleton className="mt-14 h-9 w-28 rounded-full" />
      </div>
    </SkeletonGroup>
  );
}
