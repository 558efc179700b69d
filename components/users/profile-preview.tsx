"use client";

import { Bio } from "@/components/users/bio";
import { Banner, Picture } from "@/components/users/profile-header";
import type { ProfileValues } from "@/components/users/profile-values";
import { displayName } from "@/lib/format/names";
import type { OwnUser } from "@/lib/users/contract";

/** The profile as it will look, while it is typed. */
export function ProfilePreview({ me, values }: { me: OwnUser; values: ProfileValues }) {
  return (
    <section aria-label="Preview" className="card-bleed overflow-clip">
      <div className="relative h-24 bg-sunken md:h-32">
        <Banner user={me} />
      </div>
      <div className="flex gap-4 px-4 pb-5 md:px-6">
        <div className="-mt-8 relative h-fit shrink-0 rounded-full bg-surface p-1">
          <Picture user={me} />
        </div>
        <div className="min-w-0 flex-1 pt-3">
          <p className="break-words font-bold font-display text-xl tracking-tight">
            <bdi>{displayName(values.name) || "Your name"}</bdi>
          </p>
          <p className="text-ink2 text-label">
            {me.username && (
              <>
                @{me.username} <span aria-hidden>·</span>{" "}
              </>
            )}
            {values.collegeName}
          </p>
          {values.bio.trim() && (
            <div className="mt-2">
              <Bio text={values.bio.trim()} />
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
