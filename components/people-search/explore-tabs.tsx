"use client";

import { SectionTabs } from "@/components/ui/section-tabs";
import { useText } from "@/lib/language/text";
import { EXPLORE, PEOPLE } from "@/lib/paths";

/** The two ways to find people: searching the campus, and looking through it. */
export function ExploreTabs() {
  const t = useText();
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
