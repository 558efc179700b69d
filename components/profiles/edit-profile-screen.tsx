"use client";

import { IdCard } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { AffiliationRequest } from "@/components/profiles/affiliation-request";
import {
  changesOf,
  EditProfileForm,
  type ProfileValues,
  valuesOf,
} from "@/components/profiles/edit-profile-form";
import { ProfileSkeleton } from "@/components/profiles/profile-header";
import { ProfilePreview } from "@/components/profiles/profile-preview";
import { Card } from "@/components/ui/card";
import { Collapsible } from "@/components/ui/collapsible";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { lazyComponent } from "@/components/ui/lazy-component";
import { PageHeader } from "@/components/ui/page-header";
import type { CollegeLists } from "@/lib/campus/campus";
import { goBack, useBack } from "@/lib/dom/back";
import { useLeaveGuard } from "@/lib/dom/use-leave-guard";
import { useTranslate } from "@/lib/language/translate";
import { useMe } from "@/lib/profiles/client/queries";
import type { OwnUser } from "@/lib/profiles/schema";
import type { PictureKind } from "@/lib/uploads/schema";

const PictureDialog = lazyComponent(() =>
  import("@/components/profiles/picture-dialog").then((module) => module.PictureDialog),
);

/** Edits the viewer's own profile, with a live preview. */
export function EditProfileScreen({ lists }: { lists: CollegeLists }) {
  const me = useMe();
  return me ? <Editor me={me} lists={lists} /> : <ProfileSkeleton />;
}

function Editor({ me, lists }: { me: OwnUser; lists: CollegeLists }) {
  const t = useTranslate();
  const router = useRouter();
  const [typed, setTyped] = useState<Partial<ProfileValues>>({});
  const values = valuesOf(me, typed);
  const [editing, setEditing] = useState<PictureKind>();
  const close = () => setEditing(undefined);
  // A link to this screen can ask for a new picture: /edit-profile#avatar.
  useEffect(() => {
    if (window.location.hash === "#avatar") setEditing("avatar");
  }, []);
  const [isSaved, setIsSaved] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const profile = `/profile/${me._id}`;
  const isDirty = !isSaved && Object.keys(changesOf(me, values)).length > 0;
  const guard = useLeaveGuard(isDirty);
  useBack(isDirty, () => setIsLeaving(true));
  const [navigatingTo, setNavigatingTo] = useState<string>();
  const target = navigatingTo ?? guard.target ?? (isLeaving ? profile : undefined);

  const finish = () => {
    setIsSaved(true);
    router.push(profile);
  };
  return (
    <div className="flex flex-col gap-2 pb-20 md:gap-4">
      <PageHeader title={t("Edit Profile")} onBack={isDirty ? () => setIsLeaving(true) : undefined} />
      <ProfilePreview me={me} values={values} onEdit={setEditing} />
      <Card bleed className="p-2 md:p-3">
        <Collapsible title={t("Profile Info")} icon={<IdCard aria-hidden />} defaultOpen>
          <EditProfileForm
            me={me}
            lists={lists}
            values={values}
            onChange={(change) => setTyped({ ...typed, ...change })}
            onSaved={finish}
          />
        </Collapsible>
      </Card>
      <AffiliationRequest departments={lists.departments} />
      {editing && <PictureDialog kind={editing} me={me} onClose={close} onLoadError={close} />}
      {target && (
        <ConfirmDialog
          open
          onOpenChange={() => {
            guard.stay();
            setIsLeaving(false);
          }}
          title={t("Leave without saving?")}
          description={t("What you changed will be lost.")}
          cancelLabel={t("Keep editing")}
          confirmLabel={t("Discard")}
          danger
          // The dialog stays open until the new page has loaded.
          isPending={navigatingTo !== undefined}
          onConfirm={() => {
            setIsSaved(true);
            setNavigatingTo(target);
            if (!isLeaving || !goBack()) router.push(target);
          }}
        />
      )}
    </div>
  );
}
