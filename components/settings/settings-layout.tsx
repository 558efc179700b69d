"use client";

import { ArrowLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { ACCOUNT_ROW, SETTINGS_ROWS } from "@/components/settings/groups";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { PAGE_HEADER, PageHeader } from "@/components/ui/page-header";
import { useTranslate } from "@/lib/language/translate";
import { SETTINGS } from "@/lib/paths";

/**
 * The rows of settings and a page of them, side by side where a rail would fit, else one after the
 * other. `/settings` itself then begins with the settings that people look for first.
 */
export function SettingsLayout({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const isOverview = usePathname() === SETTINGS;
  return (
    <div
      data-wide
      className="flex flex-col gap-2 md:gap-4 rail:grid rail:grid-cols-[18rem_minmax(0,1fr)] rail:items-start rail:gap-8"
    >
      <div
        className={cx(
          "flex flex-col gap-2 md:gap-4 rail:sticky rail:top-6",
          !isOverview && "max-rail:hidden",
        )}
      >
        <PageHeader title={t("Settings")} isHeadingBelow={!isOverview} />
        <Rows rows={[ACCOUNT_ROW, ...SETTINGS_ROWS]} className="max-rail:hidden" />
      </div>
      {children}
      {isOverview && <Rows rows={SETTINGS_ROWS} className="rail:hidden" />}
    </div>
  );
}

function Rows({ rows, className }: { rows: typeof SETTINGS_ROWS; className: string }) {
  const t = useTranslate();
  const path = usePathname();
  return (
    <nav aria-label={t("Settings")} className={className}>
      <ul className="card-bleed flex flex-col p-1.5 max-rail:divide-y max-rail:divide-line max-rail:px-0 max-rail:py-0">
        {rows.map(({ href, title, note, Icon }) => {
          const isCurrent = path === href;
          return (
            <li key={href}>
              <Link
                href={href}
                prefetch={false}
                aria-current={isCurrent ? "page" : undefined}
                className={cx(
                  "flex min-h-15 items-center gap-3.5 px-4 py-2 transition-colors rail:rounded-field rail:px-3",
                  isCurrent ? "bg-soft text-brand" : "hover:bg-sunken",
                )}
              >
                <Icon aria-hidden className={cx("size-5 shrink-0", !isCurrent && "text-ink2")} />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold text-label">{t(title)}</span>
                  <span className={cx("block text-sm", !isCurrent && "text-ink2")}>{t(note)}</span>
                </span>
                <ChevronRight aria-hidden className="size-4.5 shrink-0 text-ink2 rail:hidden" />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** A page of settings: its title, with a way back where the groups are not next to it. */
export function SettingsPage({ title, children }: { title: ReactNode; children: ReactNode }) {
  const t = useTranslate();
  return (
    <div className="flex flex-col gap-2 md:gap-4">
      <header className={PAGE_HEADER}>
        <Link
          href={SETTINGS}
          prefetch={false}
          aria-label={t("Back to Settings")}
          title={t("Back to Settings")}
          className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken md:-ml-3.5 rail:hidden"
        >
          <ArrowLeft aria-hidden className="size-5" />
        </Link>
        <h1 className="min-w-0 truncate text-xl md:text-2xl">{title}</h1>
      </header>
      <Card bleed className="p-4 md:p-6">
        {children}
      </Card>
    </div>
  );
}
