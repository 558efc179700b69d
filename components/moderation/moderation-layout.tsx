"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { numbersOptions } from "@/lib/moderation/client/queries";
import { casePath, MODERATION } from "@/lib/paths";
import { useMe } from "@/lib/profiles/client/queries";

type Section = { id: string; title: string; adminOnly?: true };

/** The sections of `/moderation`; the first is the page itself. Other paths below it are cases. */
const SECTIONS: readonly Section[] = [
  { id: "open", title: "Open" },
  { id: "mine", title: "Mine" },
  { id: "closed", title: "Closed" },
  { id: "appeals", title: "Appeals" },
  { id: "complaints", title: "Complaints", adminOnly: true },
  { id: "notices", title: "Notices", adminOnly: true },
  { id: "log", title: "Log" },
  { id: "numbers", title: "Numbers" },
  { id: "members", title: "Members", adminOnly: true },
];

const pathOf = (id: string) => (id === "open" ? MODERATION : `${MODERATION}/${id}`);

/** The sections of moderation, on top of the one that is open. */
export function ModerationLayout({ children }: { children: ReactNode }) {
  const path = usePathname();
  const isAdmin = useMe()?.staffRole === "admin";
  const numbers = useNumbers();
  const counts: Partial<Record<string, number>> = { open: numbers?.openCases, appeals: numbers?.openAppeals };
  const current = useRef<HTMLAnchorElement>(null);
  const isSection = SECTIONS.some(({ id }) => path === pathOf(id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section is open, or they are wider
  useEffect(() => {
    // Browsers may return a promise, which is no clean-up.
    void current.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [path, numbers]);
  return (
    <div data-wide className="flex flex-col gap-2 md:gap-4">
      <PageHeader title="Moderation" isHeadingBelow={!isSection} />
      <nav
        aria-label="Moderation"
        className={cx(
          "scroll-shadow-x border-line border-y scrollbar-none md:rounded-card md:border-x md:shadow-(--shadow-soft)",
          !isSection && "max-md:hidden",
        )}
      >
        <ul className="flex min-w-max gap-1 p-1.5">
          {SECTIONS.filter(({ adminOnly }) => isAdmin || !adminOnly).map(({ id, title }) => {
            const isCurrent = path === pathOf(id);
            return (
              <li key={id} className="flex-1">
                <Link
                  ref={isCurrent ? current : undefined}
                  href={pathOf(id)}
                  prefetch={false}
                  aria-current={isCurrent ? "page" : undefined}
                  className="flex min-h-11 items-center justify-center gap-1.5 rounded-field px-3.5 font-semibold text-ink2 text-label transition-colors hover:text-ink aria-[current]:bg-soft aria-[current]:text-brand"
                >
                  {title}
                  {(counts[id] ?? 0) > 0 && <span className="font-medium tabular-nums">{counts[id]}</span>}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      {isSection && <BansToConfirm cases={numbers?.bansToConfirm ?? []} />}
      {children}
    </div>
  );
}

/** Bans of others that end unless someone confirms them. */
function BansToConfirm({ cases }: { cases: string[] }) {
  const [first] = cases;
  if (!first) return null;
  return (
    <Alert tone="info">
      {cases.length === 1 ? "A ban waits" : `${cases.length} bans wait`} for a second moderator.{" "}
      <TextLink href={casePath(first)} prefetch={false}>
        {cases.length === 1 ? "See the case" : "See the oldest"}
      </TextLink>
    </Alert>
  );
}

/**
 * The numbers of moderation, undefined until hydrated: parts of the page hydrate only after the
 * numbers have arrived, and the server's HTML is without them.
 */
function useNumbers() {
  const { data } = useQuery(numbersOptions());
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return isHydrated ? data : undefined;
}

/** How many cases and appeals wait, beside the staff's link in the navigation. */
export function OpenCasesCount() {
  const { openCases = 0, openAppeals = 0, bansToConfirm = [] } = useNumbers() ?? {};
  const count = openCases + openAppeals + bansToConfirm.length;
  if (count === 0) return null;
  return (
    <Badge tone="neutral" className="py-0.5 tabular-nums">
      {count}
      <span className="sr-only"> to decide</span>
    </Badge>
  );
}
