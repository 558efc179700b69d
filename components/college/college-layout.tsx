"use client";

import type { ReactNode } from "react";
import { ModerationLayout } from "@/components/moderation/moderation-layout";
import { PageHeader } from "@/components/ui/page-header";
import { SectionTabs } from "@/components/ui/section-tabs";
import { useTranslate } from "@/lib/language/translate";
import { COLLEGE_LOG, COLLEGE_NOTICES, COLLEGE_NUMBERS, COLLEGE_PEOPLE } from "@/lib/paths";
import { useMe } from "@/lib/profiles/client/queries";

const SECTIONS = [
  { href: COLLEGE_PEOPLE, title: "People" },
  { href: COLLEGE_NOTICES, title: "Notices" },
  { href: COLLEGE_NUMBERS, title: "Numbers" },
  { href: COLLEGE_LOG, title: "Log" },
];

/**
 * The place for the college: its people, and what is done there. What moderators read of it is a
 * part of moderation to them.
 */
export function CollegeLayout({ children }: { children: ReactNode }) {
  const t = useTranslate();
  if (useMe()?.staffRole !== "admin") return <ModerationLayout>{children}</ModerationLayout>;
  const tabs = SECTIONS.map(({ href, title }) => ({ href, title: t(title) }));
  return (
    <div data-wide className="flex flex-col gap-2 md:gap-4">
      <PageHeader title={t("College")} />
      <SectionTabs label={t("College")} tabs={tabs} />
      {children}
    </div>
  );
}
