"use client";

import { UserRoundX, UserX } from "lucide-react";
import type { ReactNode } from "react";
import { ReportMissing } from "@/components/safety/report-missing";
import { EmptyState } from "@/components/ui/empty-state";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { useTranslate } from "@/lib/language/translate";
import { USER_NOT_FOUND } from "@/lib/text/errors";

/** No account has this id: it never existed or has been deleted. */
export function MissingProfile() {
  const t = useTranslate();
  return (
    <HiddenProfile>
      <EmptyState
        icon={UserX}
        title={t(USER_NOT_FOUND)}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink href="/search-users">{t("Search people")}</ButtonLink>
            <ReportMissing subject="person" />
          </div>
        }
      >
        {t("The link may be wrong, or the account was deleted.")}
      </EmptyState>
    </HiddenProfile>
  );
}

/** The account exists but is deactivated. */
export function DeactivatedProfile() {
  const t = useTranslate();
  return (
    <HiddenProfile>
      <EmptyState
        icon={UserRoundX}
        title={t("This account is deactivated")}
        action={<ButtonLink href="/search-users">{t("Search people")}</ButtonLink>}
      >
        {t("This profile isn't available right now.")}
      </EmptyState>
    </HiddenProfile>
  );
}

/** The page of a profile of which nothing can be shown. */
export function HiddenProfile({ children }: { children: ReactNode }) {
  const t = useTranslate();
  return (
    <div className="flex flex-col md:gap-4">
      <PageHeader title={t("Profile")} />
      <div className="card-bleed">{children}</div>
    </div>
  );
}
