"use client";

import Link from "next/link";
import { ThemeToggle } from "@/components/shell/theme";
import { Avatar } from "@/components/ui/avatar";
import { Skeleton } from "@/components/ui/skeleton";
import { useMe } from "@/lib/profiles/client/queries";

/** The signed-in member and the theme toggle; their picture alone between 768 and 1024px. */
export function ProfileCard() {
  const me = useMe();
  return (
    <div className="flex items-center gap-1 p-2 max-md:card max-md:pl-3 lg:card lg:pl-3">
      {me ? (
        <Link
          href="/profile"
          prefetch={false}
          className="group flex min-w-0 flex-1 items-center gap-3 rounded-field"
        >
          <Avatar id={me._id} name={me.name} src={me.avatar} size="sm" />
          <span className="min-w-0 md:max-lg:sr-only">
            <span className="block truncate font-semibold text-label group-hover:underline">{me.name}</span>
            <span className="block truncate text-ink2 text-sm">
              {me.username ? `@${me.username}` : me.collegeName}
            </span>
          </span>
        </Link>
      ) : (
        <div className="flex flex-1 items-center gap-3">
          <Skeleton className="size-9 rounded-full" />
          <Skeleton className="h-4 w-24 md:max-lg:hidden" />
        </div>
      )}
      <span className="contents md:max-lg:hidden">
        <ThemeToggle />
      </span>
    </div>
  );
}
