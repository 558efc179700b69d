"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { GraduationCap, SearchX, X } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { PeopleList } from "@/components/circles/people-list";
import { ExploreTabs } from "@/components/people-search/explore-tabs";
import { type Entry, PeopleFilters } from "@/components/people-search/people-filters";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { TextLink } from "@/components/ui/link";
import { SearchField } from "@/components/ui/search-field";
import { useDebouncedValue } from "@/lib/dom/field-hooks";
import { fieldRefs } from "@/lib/dom/next-field";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import { EDIT_PROFILE, PEOPLE } from "@/lib/paths";
import { campusPeopleOptions, type PeopleParams, peopleParams } from "@/lib/people-search/client/queries";
import { LETTERS, SEARCH_DEBOUNCE_MS } from "@/lib/people-search/policy";
import { COLLEGES } from "@/lib/product";
import { affiliationLabel } from "@/lib/profiles/affiliation";
import { useMe } from "@/lib/profiles/client/queries";
import { hasClass } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";
import { exactCount } from "@/lib/text/counts";

type Props = { departments: readonly Entry[]; programmes: readonly Entry[] };

/** Who is on the campus, by name. What narrows the list is part of the address. */
export function PeopleScreen({ departments, programmes }: Props) {
  const t = useTranslate();
  const me = useMe();
  const choice = peopleParams(useSearchParams());
  const { text, setText } = useNameField(choice.q ?? "");
  const query = useInfiniteQuery({ ...campusPeopleOptions(choice), placeholderData: keepPreviousData });
  const first = query.data?.pages[0];
  const isNarrowed = Object.keys(choice).length > 0;
  const clear = () => {
    setText("");
    open({});
  };
  const change = (changed: PeopleParams) => {
    const next = { ...choice, ...changed };
    // Another list begins at its beginning.
    delete next.from;
    // A section is of a department.
    if ("department" in changed || "college" in changed) delete next.section;
    open(next);
  };
  const count =
    first &&
    t("{total, plural, one {1 person} other {{shown} people}}", {
      total: first.total,
      shown: exactCount(first.total),
    });
  return (
    <div className="flex flex-col gap-2 md:gap-4">
      <h1 className="sr-only">{t("People")}</h1>
      <ExploreTabs />
      <Card bleed className="flex flex-col gap-3 p-4 md:p-5">
        <MyClass
          me={me}
          choice={choice}
          onOpen={(mine) => open({ ...(choice.q && { q: choice.q }), ...mine })}
        />
        <SearchField
          ref={fieldRefs.search}
          label={t("Search by name")}
          value={text}
          onChange={setText}
          isPending={text.trim() !== (choice.q ?? "") || query.isPlaceholderData}
        />
        <PeopleFilters
          choice={choice}
          facets={first?.facets}
          departments={departments}
          programmes={programmes}
          me={me}
          onChange={change}
        />
        <div className="flex min-h-9 items-center justify-between gap-3">
          <p role="status" className="font-semibold text-ink2 text-label tabular-nums">
            {count}
          </p>
          {isNarrowed && (
            <Button variant="ghost" size="sm" onClick={clear}>
              <X aria-hidden className="size-4.5" />
              {t("Clear filters")}
            </Button>
          )}
        </div>
        {!choice.q && text.trim() === "" && (
          <FirstLetters
            chosen={choice.from}
            hrefOf={(letter) => addressOf({ ...choice, from: letter ?? "" })}
          />
        )}
        <PeopleList
          label={t("People, by name")}
          query={query}
          empty={
            first && first.total > 0 && choice.from ? (
              <EmptyState icon={SearchX} title={t("No names from {letter} on", { letter: choice.from })} />
            ) : (
              <EmptyState icon={SearchX} title={t("No one found")}>
                {t("Try fewer filters, or the beginning of a name.")}
              </EmptyState>
            )
          }
        />
      </Card>
    </div>
  );
}

/** The address of a choice. */
function addressOf(choice: PeopleParams) {
  const query = new URLSearchParams(Object.entries(choice).filter(([, value]) => value));
  return query.size > 0 ? `${PEOPLE}?${query}` : PEOPLE;
}

/** Replaces what the address says. */
const open = (choice: PeopleParams) => window.history.replaceState(null, "", addressOf(choice));

/** The words of the field, which follow the address, and are part of it after a pause. */
function useNameField(q: string) {
  const [text, setText] = useState(q);
  const typed = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS);
  const apply = useEffectEvent(() => {
    if (typed !== q && window.location.pathname === PEOPLE)
      open({ ...peopleParams(new URLSearchParams(window.location.search)), q: typed, from: "" });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the words have changed
  useEffect(() => apply(), [typed]);
  return { text, setText };
}

type ClassProps = {
  me: OwnUser | null | undefined;
  choice: PeopleParams;
  onOpen: (choice: PeopleParams) => void;
};

/** One's own class with one press, or where to say which it is. */
function MyClass({ me, choice, onOpen }: ClassProps) {
  const t = useTranslate();
  if (!me) return null;
  if (!hasClass(me)) {
    return (
      <p className="flex gap-2.5 rounded-field bg-soft px-3.5 py-3 text-label">
        <GraduationCap aria-hidden className="size-5 shrink-0 text-brand" />
        <span>
          <Rich
            text="Add your department and year to <edit>your profile</edit>, and find your class here."
            components={{ edit: <TextLink href={EDIT_PROFILE} /> }}
          />
        </span>
      </p>
    );
  }
  const { department, batch } = me.affiliation;
  const mine: PeopleParams = {
    ...(COLLEGES.length > 1 && { college: me.collegeName }),
    department: department ?? "",
    batch: String(batch),
    ...(me.section && { section: me.section }),
  };
  const { q: _, from: __, ...chosen } = choice;
  const isOpen =
    Object.keys(chosen).length === Object.keys(mine).length &&
    Object.entries(mine).every(([name, value]) => chosen[name as keyof typeof chosen] === value);
  const label = affiliationLabel({ role: "student", department, batch }, t);
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      onClick={() => onOpen(isOpen ? {} : mine)}
      className="inline-flex min-h-11 max-w-full items-center gap-2 self-start rounded-full border border-line px-4 py-1.5 text-left font-semibold text-label transition-colors hover:border-line-strong aria-pressed:border-brand aria-pressed:bg-soft aria-pressed:text-brand"
    >
      <GraduationCap aria-hidden className="size-5 shrink-0" />
      {me.section
        ? t("My class: {class}, section {section}", { class: label, section: me.section })
        : t("My class: {class}", { class: label })}
    </button>
  );
}

type FirstLettersProps = {
  chosen: string | undefined;
  /** The address that begins at a letter, or at the beginning again. */
  hrefOf: (letter: string | undefined) => string;
};

/** Where the list of names begins. A phone has no room for it. */
function FirstLetters({ chosen, hrefOf }: FirstLettersProps) {
  const t = useTranslate();
  return (
    <nav aria-label={t("By first letter")} className="grid grid-cols-13 text-center max-md:hidden">
      {LETTERS.map((letter) => {
        const isChosen = letter === chosen;
        const href = hrefOf(isChosen ? undefined : letter);
        return (
          <Link
            key={letter}
            href={href}
            prefetch={false}
            aria-current={isChosen || undefined}
            // Only the list changes: the page need not be asked for again.
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
              event.preventDefault();
              window.history.replaceState(null, "", href);
            }}
            className="rounded-field py-1.5 text-ink2 text-label transition-colors hover:bg-soft hover:text-ink aria-[current]:bg-soft aria-[current]:font-semibold aria-[current]:text-brand"
          >
            {letter}
          </Link>
        );
      })}
    </nav>
  );
}
