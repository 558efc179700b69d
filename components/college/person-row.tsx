"use client";

import Link from "next/link";
import { AffiliationChip } from "@/components/circles/affiliation-chip";
import { PersonMenu } from "@/components/college/person-menu";
import { RequestAnswer } from "@/components/college/request-answer";
import { ROLE_LABELS } from "@/components/moderation/labels";
import { Avatar } from "@/components/ui/avatar";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { Department } from "@/lib/campus/campus";
import type { CollegePerson } from "@/lib/college/schema";
import { useTranslate } from "@/lib/language/translate";
import { affiliationLabel } from "@/lib/profiles/affiliation";
import { sizedImageUrl } from "@/lib/text/media-url";
import { dayMonthYear, startOfIsoDay } from "@/lib/time/relative-time";

/** What a state is called; an active person needs no word for it. */
const STATE_BADGES: Partial<Record<CollegePerson["state"], { tone: BadgeTone; label: string }>> = {
  suspended: { tone: "alert", label: "Suspended" },
  banned: { tone: "alert", label: "Banned" },
  deactivated: { tone: "neutral", label: "Deactivated" },
  "switched off": { tone: "neutral", label: "Switched off" },
  incomplete: { tone: "neutral", label: "Sign-up not completed" },
};

const day = (isoDay: string) => dayMonthYear(startOfIsoDay(isoDay));

type Props = {
  person: CollegePerson;
  /** The departments of their college. */
  departments: readonly Department[];
};

/** A person as an admin sees them: who, since when, their state, and what can be done. */
export function PersonRow({ person, departments }: Props) {
  const t = useTranslate();
  const { _id, name, username, avatar, email, staffRole, state, joinedOn, lastActiveOn } = person;
  const { role, department, batch, request } = person;
  const badge = STATE_BADGES[state];
  const hasProfile = state === "active" || state === "suspended";
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 lg:grid-cols-[auto_minmax(0,1fr)_9rem_10rem_2.75rem]">
      <Avatar id={_id} name={name} src={sizedImageUrl(avatar, 96)} size="md" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {hasProfile ? (
            <Link
              href={`/profile/${_id}`}
              prefetch={false}
              className="touch-target inline-flex min-h-6 min-w-0 max-w-full items-center font-semibold text-label hover:underline"
            >
              <bdi className="truncate">{name}</bdi>
            </Link>
          ) : (
            <bdi className="min-w-0 truncate font-semibold text-label">{name}</bdi>
          )}
          <AffiliationChip affiliation={{ role, department, batch, label: affiliationLabel(person) }} />
          {staffRole && <Badge>{t(ROLE_LABELS[staffRole])}</Badge>}
          {badge && <Badge tone={badge.tone}>{t(badge.label)}</Badge>}
        </p>
        <p className="truncate text-ink2 text-sm">
          {[username && `@${username}`, email].filter(Boolean).join(" · ")}
        </p>
      </div>
      <p className="text-ink2 text-sm max-lg:col-start-2 max-lg:row-start-2">
        <span className="block">{t("Joined {day}", { day: day(joinedOn) })}</span>
        {lastActiveOn && (
          <span className="block lg:hidden">{t("Active {day}", { day: day(lastActiveOn) })}</span>
        )}
      </p>
      <p className="text-ink2 text-sm max-lg:hidden">
        {lastActiveOn && t("Active {day}", { day: day(lastActiveOn) })}
      </p>
      <div className="max-lg:col-start-3 max-lg:row-span-2 max-lg:row-start-1">
        {state !== "incomplete" && <PersonMenu person={person} departments={departments} />}
      </div>
      {request && (
        <div className="col-span-full pt-2">
          <RequestAnswer person={person} request={request} />
        </div>
      )}
    </div>
  );
}
