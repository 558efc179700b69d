"use client";

import { GraduationCap } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { ButtonLink } from "@/components/ui/link";
import { useTranslate } from "@/lib/language/translate";
import { EDIT_PROFILE, PEOPLE } from "@/lib/paths";
import { affiliationLabel } from "@/lib/profiles/affiliation";
import { hasClass } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";

/** The feed of a class that has not posted yet, or that the person has not said. */
export function EmptyClass({ person }: { person: Pick<OwnUser, "affiliation"> }) {
  const t = useTranslate();
  const { department, batch } = person.affiliation;
  const label = affiliationLabel({ role: "student", department, batch }, t);
  return (
    <div className="card-bleed">
      {hasClass(person) ? (
        <EmptyState
          icon={GraduationCap}
          title={t("Nothing from {class} yet", { class: label })}
          action={<ButtonLink href={PEOPLE}>{t("See who is in your class")}</ButtonLink>}
        >
          {t("What your class posts shows up here.")}
        </EmptyState>
      ) : (
        <EmptyState
          icon={GraduationCap}
          title={t("No class yet")}
          action={<ButtonLink href={EDIT_PROFILE}>{t("Edit profile")}</ButtonLink>}
        >
          {t("Add your department and year to your profile, and your class shows up here.")}
        </EmptyState>
      )}
    </div>
  );
}
