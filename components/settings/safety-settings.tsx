"use client";

import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type ReactNode, useId } from "react";
import { NameLine } from "@/components/circles/affiliation-chip";
import { PersonSkeletons } from "@/components/circles/person-row";
import { MutedUntil } from "@/components/safety/muted-note";
import { usePersonActions } from "@/components/safety/use-person-actions";
import { MutedWords } from "@/components/settings/muted-words";
import { MoreRows } from "@/components/settings/settings-row";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { QueryError } from "@/components/ui/error-state";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { useLanguage, useTranslate } from "@/lib/language/translate";
import { legalPath } from "@/lib/legal/policy";
import { conversationPath } from "@/lib/paths";
import type { UserListItem } from "@/lib/profiles/schema";
import { blocksOptions, hiddenItems, mutesOptions } from "@/lib/safety/client/queries";
import type { BlockedPerson, MutedPerson } from "@/lib/safety/schema";
import { sizedImageUrl } from "@/lib/text/media-url";
import { isolated } from "@/lib/text/names";

/** Whom and what the viewer has hidden, and how to undo it. */
export function SafetySettings() {
  const t = useTranslate();
  const language = useLanguage();
  const blocks = useInfiniteQuery(blocksOptions());
  const mutes = useInfiniteQuery(mutesOptions());
  return (
    <div className="flex flex-col gap-8">
      <SafetySection
        title={t("Blocked people")}
        note={t("You don't see each other anywhere. They won't be notified.")}
      >
        <HiddenPeople
          label={t("Blocked people")}
          loading={t("Loading blocked people")}
          query={blocks}
          empty={t("You haven't blocked anyone.")}
        >
          {(person) => <BlockedRow person={person} />}
        </HiddenPeople>
      </SafetySection>
      <SafetySection
        title={t("Muted people")}
        note={t(
          "You don't see what they post or get notifications from them; their profile stays. They won't be notified.",
        )}
      >
        <HiddenPeople
          label={t("Muted people")}
          loading={t("Loading muted people")}
          query={mutes}
          empty={t("You haven't muted anyone.")}
        >
          {(person) => <MutedRow person={person} />}
        </HiddenPeople>
      </SafetySection>
      <SafetySection
        title={t("Muted words and tags")}
        note={t("Posts, comments and notifications with them are left out, except your own.")}
      >
        <MutedWords />
      </SafetySection>
      <p className="border-line border-t pt-5">
        <TextLink href={legalPath("guidelines", language)}>{t("Community guidelines")}</TextLink>
      </p>
    </div>
  );
}

function SafetySection({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-lg">
        {title}
      </h2>
      <p className="mb-4 text-ink2 text-label">{note}</p>
      {children}
    </section>
  );
}

type ListProps<Person extends UserListItem> = {
  label: string;
  loading: string;
  query: UseInfiniteQueryResult<{ pages: { people: Person[] }[] }>;
  empty: string;
  children: (person: Person) => ReactNode;
};

/** People, twenty at a time, the latest first. */
function HiddenPeople<Person extends UserListItem>({
  label,
  loading,
  query,
  empty,
  children,
}: ListProps<Person>) {
  const t = useTranslate();
  if (query.isPending) return <PersonSkeletons count={2} label={loading} />;
  if (!query.data) return <QueryError query={query} />;
  const people = hiddenItems.all<Person>(query.data);
  if (people.length === 0 && !query.hasNextPage) return <p className="text-ink2">{empty}</p>;
  return (
    <>
      <ul aria-label={label} className="flex flex-col gap-3">
        {people.map((person) => (
          <li key={person._id}>{children(person)}</li>
        ))}
      </ul>
      <MoreRows query={query} failure={t("More people couldn't be loaded.")} />
    </>
  );
}

/** Their conversation is in no list while they are blocked, and can be read and reported. */
function BlockedRow({ person }: { person: BlockedPerson }) {
  const t = useTranslate();
  const { unblock, isShowing } = usePersonActions(person);
  return (
    <HiddenRow person={person} note={person.username && `@${person.username}`}>
      {person.conversationId && (
        <ButtonLink
          href={conversationPath(person.conversationId)}
          prefetch={false}
          variant="ghost"
          size="sm"
          aria-label={t("Conversation with {name}", { name: isolated(person.name) })}
        >
          {t("Conversation")}
        </ButtonLink>
      )}
      <Button
        variant="secondary"
        size="sm"
        aria-label={t("Unblock {name}", { name: isolated(person.name) })}
        isPending={isShowing}
        onClick={() => void unblock()}
      >
        {t("Unblock")}
      </Button>
    </HiddenRow>
  );
}

function MutedRow({ person }: { person: MutedPerson }) {
  const t = useTranslate();
  const { unmute, isShowing } = usePersonActions(person);
  return (
    <HiddenRow person={person} note={<MutedUntil until={person.mutedUntil} />}>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t("Unmute {name}", { name: isolated(person.name) })}
        isPending={isShowing}
        onClick={() => void unmute()}
      >
        {t("Unmute")}
      </Button>
    </HiddenRow>
  );
}

/** A person with what was done about them, and a button that undoes it. */
function HiddenRow({
  person,
  note,
  children,
}: {
  person: UserListItem;
  note: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex items-center gap-3">
      <Link
        href={`/profile/${person._id}`}
        prefetch={false}
        className="group flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-field"
      >
        <Avatar id={person._id} name={person.name} src={sizedImageUrl(person.avatar, 96)} size="lg" />
        <span className="min-w-0">
          <NameLine affiliation={person.affiliation} className="text-label">
            <bdi className="max-w-full truncate font-semibold group-hover:underline">{person.name}</bdi>
          </NameLine>
          {note && <span className="block text-ink2 text-sm [overflow-wrap:anywhere]">{note}</span>}
        </span>
      </Link>
      <span className="flex shrink-0 flex-col items-stretch gap-1 md:flex-row md:gap-2">{children}</span>
    </div>
  );
}
