"use client";

import { Bell, FileText, type LucideIcon, Mail, MessageCircle, UserRound } from "lucide-react";
import Link from "next/link";
import { OUTCOME_LABELS, reasonLabel, worstFirst } from "@/components/moderation/labels";
import { Avatar } from "@/components/ui/avatar";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import type { CaseSummary } from "@/lib/moderation/schema";
import type { PersonName } from "@/lib/profiles/schema";
import { REASONS, type ReportSubject } from "@/lib/reports/policy";
import { sizedImageUrl } from "@/lib/text/media-url";
import { isolated } from "@/lib/text/names";

const SUBJECT_ICONS: Record<ReportSubject, LucideIcon> = {
  post: FileText,
  comment: MessageCircle,
  message: Mail,
  person: UserRound,
  notification: Bell,
};

/** What kind of thing a case is about. */
export function SubjectIcon({ subject }: { subject: ReportSubject }) {
  const Icon = SUBJECT_ICONS[subject];
  return (
    <span className="grid size-12 shrink-0 place-items-center rounded-field bg-sunken text-ink2">
      <Icon aria-hidden className="size-5" />
    </span>
  );
}

/** From this severity on, a reason is emphasized. */
const URGENT = 4;
const SERIOUS = 3;

const toneOf = (severity: number): BadgeTone =>
  severity >= URGENT ? "alert" : severity >= SERIOUS ? "gold" : "neutral";

/** The reasons of the reports with their numbers, worst first; whether it is held; the outcome. */
export function CaseBadges({ item: { reasons, isHeld, isOverdue, outcome } }: { item: CaseSummary }) {
  const t = useTranslate();
  return (
    <span className="flex flex-wrap gap-1.5">
      {worstFirst(reasons).map(({ reason, count }) => (
        <Badge key={reason} tone={toneOf(REASONS[reason].severity)}>
          {t(reasonLabel(reason))}
          {count > 1 && ` × ${count}`}
        </Badge>
      ))}
      {isOverdue && <Badge tone="alert">{t("Overdue")}</Badge>}
      {isHeld && <Badge tone="brand">{t("Held")}</Badge>}
      {outcome && <Badge tone="neutral">{t(OUTCOME_LABELS[outcome])}</Badge>}
    </span>
  );
}

/** A person, as a link to their profile. */
export function PersonLink({ person }: { person: PersonName | null }) {
  const t = useTranslate();
  if (!person) return <span className="text-ink2">{t("Deleted account")}</span>;
  return (
    <Link
      href={`/profile/${person._id}`}
      prefetch={false}
      className="touch-target inline-flex max-w-full items-center gap-2 rounded-field font-semibold hover:underline"
    >
      <Avatar id={person._id} name={person.name} src={sizedImageUrl(person.avatar, 64)} size="xs" />
      <bdi className="truncate">{person.name}</bdi>
    </Link>
  );
}

/** A member of the staff, who may have left or be the command line. */
export const staffName = (person: PersonName | null, t: Translate) =>
  person ? isolated(person.name) : t("Someone");
