"use client";

import { EditButton } from "@/components/profiles/edit-button";
import type { ProfileValues } from "@/components/profiles/edit-profile-form";
import { Banner, Bio, Picture, WhoIsWho } from "@/components/profiles/profile-header";
import { useTranslate } from "@/lib/language/translate";
import type { OwnUser } from "@/lib/profiles/schema";
import type { PictureKind } from "@/lib/uploads/schema";

type Props = { me: OwnUser; values: ProfileValues; onEdit: (kind: PictureKind) => void };

/** A live preview of the profile. Its pictures are buttons to change them. */
export function ProfilePreview({ me, values, onEdit }: Props) {
  const t = useTranslate();
  return (
    <section aria-label={t("Preview")} className="card-bleed overflow-clip">
      <div className="relative h-28 bg-sunken md:h-36">
        <EditButton label={t("Change banner")} onClick={() => onEdit("banner")} className="absolute inset-0">
          <Banner user={me} />
        </EditButton>
      </div>
      <div className="flex flex-wrap gap-x-4 px-4 md:px-6">
        <div className="-mt-8 relative h-fit shrink-0 rounded-full bg-surface p-1">
          <EditButton
            label={t("Change profile picture")}
            round
            onClick={() => onEdit("avatar")}
            className="rounded-full [&_img]:block"
          >
            <Picture user={me} />
          </EditButton>
        </div>
        <div className="min-w-0 flex-1 basis-36 pt-3">
          <p className="break-words font-bold font-display text-xl tracking-tight">
            <bdi>{values.name.trim() || t("Your name")}</bdi>
          </p>
          <WhoIsWho
            username={values.username.trim().toLowerCase()}
            affiliation={{
              role: me.role,
              department: values.department || null,
              batch: Number(values.batch) || null,
            }}
            section={values.section}
            collegeName={values.collegeName}
            className="text-ink2 text-label"
          />
          {values.bio.trim() && (
            <div className="mt-2">
              <Bio text={values.bio.trim()} />
            </div>
          )}
        </div>
      </div>
      <p className="px-4 pt-2 pb-4 text-ink2 text-sm md:px-6">
        {t("Tap or click a picture to change it. Upload a square image, e.g. 400x400, JPG or PNG")}
      </p>
    </section>
  );
}
