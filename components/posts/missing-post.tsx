"use client";

import { SearchX } from "lucide-react";
import { ReportMissing } from "@/components/safety/report-missing";
import { EmptyState } from "@/components/ui/empty-state";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { useTranslate } from "@/lib/language/translate";

/** Shown for a post that was deleted or never existed. */
export function MissingPost() {
  const t = useTranslate();
  return (
    <div className="flex flex-col md:gap-4">
      <PageHeader title={t("Post")} />
      <div className="card-bleed">
        <EmptyState
          icon={SearchX}
          title={t("This post is no longer available")}
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <ButtonLink href="/mainfeed">{t("Back to the feed")}</ButtonLink>
              <ReportMissing subject="post" />
            </div>
          }
        >
          {t("Its author may have deleted it.")}
        </EmptyState>
      </div>
    </div>
  );
}
