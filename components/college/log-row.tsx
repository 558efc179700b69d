"use client";

import { ListChecks, ListFilter, UserRound, UserRoundSearch } from "lucide-react";
import Link from "next/link";
import { actionLabel, detailsLabel, subjectTitle } from "@/components/moderation/labels";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { RelativeTime } from "@/components/ui/relative-time";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import type { LogEntry } from "@/lib/moderation/staff-schema";
import { casePath } from "@/lib/paths";
import { APP_NAME } from "@/lib/product";

type Props = {
  entry: LogEntry;
  /** How often it happened that day. */
  times: number;
  onActor: (id: string) => void;
  onPerson: (id: string) => void;
  onCase: (id: string) => void;
};

/** One thing that was done: who, what, about what or whom, and when. */
export function LogRow({ entry, times, onActor, onPerson, onCase }: Props) {
  const t = useTranslate();
  const { actor, person, caseId, details, at } = entry;
  const detailsText = detailsLabel(details, t);
  return (
    <article className="flex items-start gap-2 text-label">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-baseline gap-x-1.5">
          <bdi className="font-semibold">{actor?.name ?? APP_NAME}</bdi>
          <span>
            {actionLabel(entry, t)}
            {times > 1 && ` ${t("{times} times", { times })}`}
            {(caseId ?? person) && ":"}
          </span>
          {caseId ? (
            <Link href={casePath(caseId)} prefetch={false} className={LINK}>
              {entry.case ? subjectTitle(entry.case, t) : t("a case that is gone")}
            </Link>
          ) : (
            person && <bdi className="font-semibold">{person.name}</bdi>
          )}
          <RelativeTime at={at} style="exact" className="text-ink2 text-sm sm:ml-auto" />
        </p>
        {detailsText && <p className="text-ink2 text-sm">{detailsText}</p>}
      </div>
      {(actor ?? caseId ?? person) && (
        <Menu
          trigger={
            <IconButton label={t("Show only…")} className="-my-2.5 -mr-2.5">
              <ListFilter />
            </IconButton>
          }
        >
          {actor && (
            <MenuItem icon={<UserRound />} onSelect={() => onActor(actor._id)}>
              <Rich text="Only by {name}" values={{ name: <bdi>{actor.name}</bdi> }} />
            </MenuItem>
          )}
          {caseId && (
            <MenuItem icon={<ListChecks />} onSelect={() => onCase(caseId)}>
              {t("Only this case")}
            </MenuItem>
          )}
          {person && (
            <MenuItem icon={<UserRoundSearch />} onSelect={() => onPerson(person._id)}>
              <Rich text="Only about {name}" values={{ name: <bdi>{person.name}</bdi> }} />
            </MenuItem>
          )}
        </Menu>
      )}
    </article>
  );
}

const LINK = "touch-target z-1 min-h-6 font-medium text-brand hover:underline";
