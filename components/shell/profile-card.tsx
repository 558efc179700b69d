"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { AffiliationText } from "@/components/circles/affiliation-chip";
import { Avatar } from "@/components/ui/avatar";
import { Skeleton } from "@/components/ui/skeleton";
import { Rich } from "@/lib/language/rich";
import { handleOf } from "@/lib/profiles/affiliation";
import { useMe } from "@/lib/profiles/client/queries";
import { formatCount } from "@/lib/text/counts";

/** The signed-in member, `withCounts` of posts and circle; `children` are next to the name. */
export function ProfileCard({ withCounts, children }: { withCounts?: boolean; children?: ReactNode }) {
  const me = useMe();
  return (
    <div className="flex items-center card gap-1 p-2 pl-3">
      {me ? (
        <Link
          href="/profile"
          prefetch={false}
          className="group flex min-w-0 flex-1 items-center gap-3 rounded-field"
        >
          <Avatar id={me._id} name={me.name} src={me.avatar} size="sm" />
          <span className="min-w-0">
            <span className="block truncate font-semibold text-label group-hover:underline">{me.name}</span>
            {/* Not next to the name, where a longer one leaves the sidebar no room for it. */}
            <span className="block truncate text-ink2 text-sm">
              {me.affiliation.label !== "" && (
                <>
                  <AffiliationText affiliation={me.affiliation} />
                  {" · "}
                </>
              )}
              {handleOf(me)}
            </span>
            {withCounts && (
              <span className="mt-0.5 block text-ink2 text-sm">
                <Rich
                  text={
                    me.postsCount === 1
                      ? "{posts} post · {people} in Your Circle"
                      : "{posts} posts · {people} in Your Circle"
                  }
                  values={{
                    posts: <b className="text-ink">{formatCount(me.postsCount)}</b>,
                    people: <b className="text-ink">{formatCount(me.circleCount)}</b>,
                  }}
                />
              </span>
            )}
          </span>
        </Link>
      ) : (
        <div className="flex flex-1 items-center gap-3">
          <Skeleton className="size-9 rounded-full" />
          <Skeleton className="h-4 w-24" />
        </div>
      )}
      {children}
    </div>
  );
}
