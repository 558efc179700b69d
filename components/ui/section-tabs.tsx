"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { cx } from "@/components/ui/cx";

type SectionTab = { href: string; title: string; count?: number | undefined };

/** The sections of a place, each with an address of its own, as one row that scrolls. */
export function SectionTabs({
  label,
  tabs,
  openHref,
  className,
}: {
  label: string;
  tabs: readonly SectionTab[];
  /** The tab that a page below it belongs to; else it is the one of the page. */
  openHref?: string | undefined;
  className?: string | undefined;
}) {
  const path = usePathname();
  const current = useRef<HTMLAnchorElement>(null);
  const total = tabs.reduce((sum, { count = 0 }) => sum + count, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open section or the width changed
  useEffect(() => {
    // Browsers may return a promise, which is no clean-up.
    void current.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [path, total]);
  return (
    <nav
      aria-label={label}
      className={cx(
        "scroll-shadow-x border-line border-y scrollbar-none md:rounded-card md:border-x md:shadow-(--shadow-soft)",
        className,
      )}
    >
      <ul className="flex min-w-max gap-1 p-1.5">
        {tabs.map(({ href, title, count = 0 }) => {
          const isCurrent = href === (openHref ?? path);
          return (
            <li key={href} className="flex-1">
              <Link
                ref={isCurrent ? current : undefined}
                href={href}
                prefetch={false}
                aria-current={isCurrent ? "page" : undefined}
                className="flex min-h-11 items-center justify-center gap-1.5 rounded-field px-3.5 font-semibold text-ink2 text-label transition-colors hover:text-ink aria-[current]:bg-soft aria-[current]:text-brand"
              >
                {title}
                {count > 0 && <span className="font-medium tabular-nums">{count}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
