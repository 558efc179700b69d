"use client";

import { ShieldAlert } from "lucide-react";
import { useEffect } from "react";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { leavePage } from "@/lib/accounts/client/leave-page";
import { useRelativeTime } from "@/lib/dom/use-relative-time";
import { Rich } from "@/lib/language/rich";
import { useLanguage, useTranslate } from "@/lib/language/translate";
import { legalPath } from "@/lib/legal/policy";
import { DECISIONS, SUSPENDED } from "@/lib/paths";
import type { Suspension } from "@/lib/sessions/schema";

/**
 * On top of every screen while the viewer is suspended. A banned person is led to the page that is
 * left to them, for example when the ban comes while a screen is open.
 */
export function SuspensionBanner({ suspension: { until, reason } }: { suspension: Suspension }) {
  const t = useTranslate();
  const language = useLanguage();
  const isOver = useRelativeTime((now) => String(until !== null && Date.parse(until) <= now)) === "true";
  useEffect(() => {
    if (until === null) leavePage(SUSPENDED);
  }, [until]);
  if (until === null || isOver) return null;
  return (
    <section
      aria-label={t("Your account is suspended")}
      className="mb-2 flex items-start gap-3 bg-danger-soft px-4 py-3 md:mb-4 md:rounded-card md:px-5"
    >
      <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="min-w-0 flex-1 text-label">
        <p className="font-semibold text-danger">
          <Rich
            text="Your account is suspended until {time}"
            values={{ time: <RelativeTime at={until} style="exact" /> }}
          />
        </p>
        <p className="free-text line-clamp-3">{reason}</p>
        <p className="mt-1.5 text-ink2">
          {t("You can read everything, but not post, comment, like or write.")}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-5">
          <TextLink href={DECISIONS} prefetch={false}>
            {t("Appeal")}
          </TextLink>
          <TextLink href={legalPath("guidelines", language)} prefetch={false}>
            {t("Guidelines")}
          </TextLink>
        </p>
      </div>
    </section>
  );
}
