"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { type ReactNode, useSyncExternalStore } from "react";
import { useQueue, Workbench } from "@/components/moderation/workbench";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { SectionTabs } from "@/components/ui/section-tabs";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import { numbersOptions } from "@/lib/moderation/client/queries";
import { COLLEGE_LOG, COLLEGE_NUMBERS, COLLEGE_PEOPLE, casePath, MODERATION } from "@/lib/paths";
import { OPERATOR } from "@/lib/product";
import { useMe } from "@/lib/profiles/client/queries";

type Section = { id: string; title: string; adminOnly?: true };

/** The sections of `/moderation`; the first is the page itself. Other paths below it are cases. */
const SECTIONS: readonly Section[] = [
  { id: "open", title: "Open" },
  { id: "mine", title: "Mine" },
  { id: "closed", title: "Closed" },
  { id: "appeals", title: "Appeals" },
  { id: "complaints", title: "Complaints", adminOnly: true },
];

const pathOf = (id: string) => (id === "open" ? MODERATION : `${MODERATION}/${id}`);

/** What moderators read of the place for the college, to which admins have a link of their own. */
const FOR_MODERATORS = [
  { href: COLLEGE_NUMBERS, title: "Numbers" },
  { href: COLLEGE_LOG, title: "Log" },
];

/** The sections of moderation, on top of the one that is open. */
export function ModerationLayout({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const path = usePathname();
  const queue = useQueue();
  const isAdmin = useMe()?.staffRole === "admin";
  const numbers = useNumbers();
  const counts: Partial<Record<string, number>> = {
    open: numbers?.openCases,
    appeals: numbers?.openAppeals,
    complaints: numbers?.openComplaints,
  };
  const tabs = [
    ...SECTIONS.filter(({ adminOnly }) => isAdmin || !adminOnly).map(({ id, title }) => ({
      href: pathOf(id),
      title: t(title),
      count: counts[id],
    })),
    ...(isAdmin ? [] : FOR_MODERATORS.map(({ href, title }) => ({ href, title: t(title) }))),
  ];
  const isSection = tabs.some(({ href }) => path === href);
  return (
    <div
      data-wide
      data-desk={queue ? "" : undefined}
      className="flex flex-col gap-2 md:gap-4 rail:data-desk:min-h-0 rail:data-desk:flex-1"
    >
      <PageHeader title={t("Moderation")} isHeadingBelow={!isSection} />
      <SectionTabs
        label={t("Moderation")}
        tabs={tabs}
        openHref={queue && pathOf(queue.list)}
        className={isSection ? undefined : "max-md:hidden"}
      />
      {isSection && isAdmin && numbers?.isOnlyAdmin && <OnlyAdmin />}
      {isSection && <BansToConfirm cases={numbers?.bansToConfirm ?? []} />}
      {queue ? <Workbench queue={queue}>{children}</Workbench> : children}
    </div>
  );
}

/** Without a second admin, no one may decide what is about the first. */
function OnlyAdmin() {
  return (
    <Alert tone="info">
      <Rich
        text="You are the only admin. A report about you can be decided by no one, and goes to the {officer}. <link>Make someone else an admin</link>"
        values={{ officer: OPERATOR.grievanceOfficer.title }}
        components={{ link: <TextLink href={COLLEGE_PEOPLE} prefetch={false} /> }}
      />
    </Alert>
  );
}

/** Bans of others that end unless someone confirms them. */
function BansToConfirm({ cases }: { cases: string[] }) {
  const [first] = cases;
  if (!first) return null;
  return (
    <Alert tone="info">
      <Rich
        text={
          cases.length === 1
            ? "A ban waits for a second moderator. <link>See the case</link>"
            : "{count} bans wait for a second moderator. <link>See the oldest</link>"
        }
        values={{ count: cases.length }}
        components={{ link: <TextLink href={casePath(first)} prefetch={false} /> }}
      />
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

/** How much waits to be decided, next to the staff's links in the navigation. */
export function WaitingCount({ place }: { place: "moderation" | "college" }) {
  const t = useTranslate();
  const numbers = useNumbers();
  const { openCases = 0, openAppeals = 0, openComplaints = 0, openRequests = 0 } = numbers ?? {};
  const toModerate = openCases + openAppeals + openComplaints + (numbers?.bansToConfirm.length ?? 0);
  const count = place === "moderation" ? toModerate : openRequests;
  if (count === 0) return null;
  return (
    <Badge tone="neutral" className="py-0.5 tabular-nums">
      {count}
      <span className="sr-only"> {t("to decide")}</span>
    </Badge>
  );
}
