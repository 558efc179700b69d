"use client";

import { PersonLink } from "@/components/moderation/case-parts";
import { DecisionItem } from "@/components/moderation/decision-item";
import { ROLE_LABELS } from "@/components/moderation/labels";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import type { CaseDetail } from "@/lib/moderation/schema";
import { COLLEGE_LOG } from "@/lib/paths";

/** What else is known about the person. */
export function CasePerson({ item: { person, history } }: { item: CaseDetail }) {
  const t = useTranslate();
  if (!person || !history) return null;
  const { joinedAt, staffRole, isActive, suspension, reports, decisions } = history;
  const isBanned = suspension && suspension.until === null;
  return (
    <Card bleed className="flex flex-col gap-3 p-4 md:p-6">
      <h2 className="text-lg">{t("About the person")}</h2>
      <PersonLink person={person} />
      <ul className="flex flex-col gap-1 text-label">
        <li>
          <Rich text="Joined {when}" values={{ when: <RelativeTime at={joinedAt} style="exact" /> }} />
          {staffRole && ` · ${t(ROLE_LABELS[staffRole])}`}
          {!isActive && !isBanned && ` · ${t("Deactivated")}`}
        </li>
        {suspension && (
          <li className="font-semibold text-danger">
            {suspension.until ? (
              <Rich
                text="Suspended until {when}"
                values={{ when: <RelativeTime at={suspension.until} style="exact" /> }}
              />
            ) : (
              t("Banned")
            )}
          </li>
        )}
        <li>
          {reports === 0
            ? t("No reports in other cases")
            : t("{reports, plural, one {# report} other {# reports}} in other cases", { reports })}
        </li>
      </ul>
      {decisions.length === 0 ? (
        <p className="text-ink2 text-label">{t("No earlier decisions.")}</p>
      ) : (
        <ul aria-label={t("Earlier decisions")} className="divide-y divide-line">
          {decisions.map((decision) => (
            <li key={decision._id} className="py-3">
              <DecisionItem decision={decision} isElsewhere />
            </li>
          ))}
        </ul>
      )}
      <p>
        <TextLink href={`${COLLEGE_LOG}?person=${person._id}`} prefetch={false}>
          {t("Everything in the log")}
        </TextLink>
      </p>
    </Card>
  );
}
