"use client";

import { SectionTabs } from "@/components/ui/section-tabs";
import { useTranslate } from "@/lib/language/translate";
import { EXPLORE, PEOPLE } from "@/lib/paths";

/** The two ways to find people: searching the campus, and looking through it. */
export function ExploreTabs() {
  const t = useTranslate();
  return (
    <SectionTabs
      label={t("Explore")}
      tabs={[
        { href: EXPLORE, title: t("Explore") },
        { href: PEOPLE, title: t("People") },
      ]}
    />
  );
}
