"use client";

import Link from "next/link";
import { CaseBadges, SubjectIcon } from "@/components/moderation/case-parts";
import { reportsText, subjectTitle } from "@/components/moderation/labels";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/cx";
import { RelativeTime } from "@/components/ui/relative-time";
import { useRelativeTime } from "@/lib/dom/use-relative-time";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import type { CaseSummary } from "@/lib/moderation/schema";
import { casePath } from "@/lib/paths";
import { ageState, REVIEW_HOURS } from "@/lib/reports/policy";
import { sizedImageUrl } from "@/lib/text/media-url";
import { isolated } from "@/lib/text/names";

type Props = { item: CaseSummary; isCurrent?: boolean };

/** A case in a list: what was reported, whose it is, why, how long it waits, and its assignee. */
export function CaseRow({ item, isCurrent = false }: Props) {
  const t = useTranslate();
  const { _id, about, reportsCount, assignee, closedAt, person, openOfPerson } = item;
  return (
    <Link
      href={casePath(_id)}
      prefetch={false}
      aria-current={isCurrent || undefined}
      className="flex min-w-0 flex-1 gap-3 px-4 py-3.5 outline-offset-[-2px] transition-colors hover:bg-sunken/60 aria-[current]:bg-soft"
    >
      <Thumbnail item={item} />
      <span className="flex min-w-0 flex-1 flex-col gap-1.5">
        <bdi className="line-clamp-2 break-words font-semibold">{subjectTitle(item, t)}</bdi>
        {about.text && <span className="line-clamp-2 break-words text-ink2 text-label">{about.text}</span>}
        <CaseBadges item={item} />
        <span className="text-ink2 text-sm">
          <Age item={item} />
          {` · ${reportsText(reportsCount, t)}`}
          {assignee &&
            closedAt === null &&
            ` · ${t("Assigned to {name}", { name: isolated(assignee.name) })}`}
        </span>
        {person && openOfPerson > 1 && (
          <span className="text-ink2 text-sm">
            <bdi>{person.name}</bdi>:{" "}
            {t("{count, plural, one {# case} other {# cases}}", { count: openOfPerson })}
          </span>
        )}
      </span>
    </Link>
  );
}

/**
 * What kind of thing it is, or its picture, which is tiny and blurred: no one has to look at it by
 * surprise. Whose it is, as a face.
 */
function Thumbnail({ item: { subject, thumbnail, person } }: { item: CaseSummary }) {
  return (
    <span aria-hidden className="relative size-12 shrink-0">
      {thumbnail?.startsWith("data:image/") ? (
        <span className="block size-full overflow-hidden rounded-field">
          <img src={thumbnail} alt="" className="size-full scale-125 object-cover blur-sm" />
        </span>
      ) : (
        <SubjectIcon subject={subject} />
      )}
      {person && (
        <span className="absolute -right-1 -bottom-1 rounded-full border-2 border-surface">
          <Avatar
            id={person._id}
            name={person.name}
            src={sizedImageUrl(person.avatar, 64)}
            size="xs"
            className="size-6! text-[0.625rem]!"
          />
        </span>
      )}
    </span>
  );
}

const AGES = { early: undefined, soon: "font-semibold text-gold-ink", late: "font-semibold text-danger" };

/** How long an open case waits, and the goal for its severity; when a closed one was closed. */
function Age({ item: { openedAt, closedAt, severity, isOverdue } }: { item: CaseSummary }) {
  const state = useRelativeTime((now) => ageState(Date.parse(openedAt), severity, now));
  if (closedAt) return <RelativeTime at={closedAt} style="notification" />;
  const known = state as keyof typeof AGES | undefined;
  return (
    <span className={cx("tabular-nums", AGES[known ?? (isOverdue ? "late" : "early")])}>
      <Rich
        text="{when} · goal {severity} h"
        values={{
          severity: REVIEW_HOURS[severity],
          when: <RelativeTime at={openedAt} style="notification" />,
        }}
      />
    </span>
  );
}
