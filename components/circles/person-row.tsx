"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { NameLine } from "@/components/circles/affiliation-chip";
import { CircleButton } from "@/components/circles/circle-button";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/cx";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { useTranslate } from "@/lib/language/translate";
import { handleOf } from "@/lib/profiles/affiliation";
import type { UserListItem } from "@/lib/profiles/schema";
import { sizedImageUrl } from "@/lib/text/media-url";

type Props = {
  person: UserListItem;
  /** Shown below the name; the username by default. */
  note?: ReactNode;
  /** Shown instead, for whom it says what they are at the college. */
  reason?: ReactNode;
  /** The viewer's own row has no button. */
  isMe: boolean;
  /** For narrow places: a smaller picture, and a button without an icon. */
  compact?: boolean;
  /** For rows of a grid, which consist of cells. */
  asCells?: boolean;
  onOpen?: () => void;
  /** A further button, at the end. */
  action?: ReactNode;
};

/** A person in a list: a link to their profile and their circle button. */
export function PersonRow({
  person,
  note,
  reason,
  isMe,
  compact = false,
  asCells = false,
  onOpen,
  action,
}: Props) {
  const t = useTranslate();
  const cell = asCells ? "gridcell" : undefined;
  return (
    // With large text on a small phone, the button is below the person.
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      <div role={cell} className="min-w-0 flex-1 basis-18">
        <Link
          href={`/profile/${person._id}`}
          prefetch={false}
          onClick={onOpen}
          className="group flex min-h-11 items-center gap-3 rounded-field"
        >
          <Avatar
            id={person._id}
            name={person.name}
            src={sizedImageUrl(person.avatar, 96)}
            size={compact ? "sm" : "lg"}
          />
          <span className="min-w-0">
            <NameLine wraps affiliation={reason ? undefined : person.affiliation} className="text-label">
              <bdi className="max-w-full truncate font-semibold group-hover:underline">{person.name}</bdi>
            </NameLine>
            {reason || note ? (
              <span className="line-clamp-2 text-ink2 text-sm leading-snug">{reason || note}</span>
            ) : (
              <span className="block truncate text-ink2 text-sm">{handleOf(person)}</span>
            )}
          </span>
        </Link>
      </div>
      <div role={cell} className="shrink-0">
        {isMe ? (
          <span className="px-3 text-ink2 text-sm">{t("You")}</span>
        ) : (
          <CircleButton person={person} named compact={compact} />
        )}
      </div>
      {action}
    </div>
  );
}

type SkeletonProps = { count?: number; label?: string; compact?: boolean };

/** The shape of people's rows, while they load. */
export function PersonSkeletons({ count = 5, label, compact = false }: SkeletonProps) {
  const t = useTranslate();
  return (
    <SkeletonGroup
      label={label ?? t("Loading people")}
      className={compact ? "flex flex-col gap-2" : "flex flex-col gap-3"}
      count={count}
    >
      <div className={cx("flex items-center gap-3", compact ? "min-h-14" : "min-h-11")}>
        <Skeleton className={compact ? "size-9 rounded-full" : "size-11 rounded-full"} />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3 w-1/4" />
        </div>
        <Skeleton className="h-9 w-28 rounded-full" />
      </div>
    </SkeletonGroup>
  );
}
