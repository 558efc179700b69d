"use client";

import { Ellipsis, Eye, Link2, Pencil, Settings } from "lucide-react";
import { useState } from "react";
import { EditButton } from "@/components/profiles/edit-button";
import { useCopyProfileLink } from "@/components/profiles/profile-actions";
import { Banner, Picture, ProfileHeader } from "@/components/profiles/profile-header";
import { AffiliationState } from "@/components/profiles/request-line";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { ButtonLink } from "@/components/ui/link";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";
import { useTranslate } from "@/lib/language/translate";
import type { OwnUser, User } from "@/lib/profiles/schema";
import type { PictureKind } from "@/lib/uploads/schema";

const PictureDialog = lazyComponent(() =>
  import("@/components/profiles/picture-dialog").then((module) => module.PictureDialog),
);

/**
 * The header of the viewer's own profile. The picture and the banner are buttons to change them.
 */
export function OwnProfile({ me, user }: { me: OwnUser; user: User }) {
  const t = useTranslate();
  const [editing, setEditing] = useState<PictureKind>();
  const close = () => setEditing(undefined);
  const profileLink = useCopyProfileLink(me._id);
  return (
    <>
      <ProfileHeader
        user={user}
        isMe
        banner={
          <EditButton
            label={t("Change banner")}
            onClick={() => setEditing("banner")}
            className="absolute inset-0"
          >
            <Banner user={user} />
          </EditButton>
        }
        avatar={
          <EditButton
            label={t("Change profile picture")}
            onClick={() => setEditing("avatar")}
            className="rounded-full [&_img]:block"
            round
          >
            <Picture user={user} />
          </EditButton>
        }
        actions={
          <>
            <Menu
              trigger={
                <IconButton label={t("Profile menu")} className="border border-line bg-surface">
                  <Ellipsis />
                </IconButton>
              }
            >
              <MenuLink href="/edit-profile" icon={<Pencil aria-hidden />}>
                {t("Edit Profile")}
              </MenuLink>
              <MenuLink href="/settings" icon={<Settings aria-hidden />}>
                {t("Settings")}
              </MenuLink>
              <MenuLink href="/profilep" icon={<Eye aria-hidden />}>
                {t("View as others see it")}
              </MenuLink>
              <MenuItem icon={<Link2 aria-hidden />} onSelect={profileLink.copy}>
                {t("Copy link to profile")}
              </MenuItem>
            </Menu>
            <ButtonLink href="/edit-profile" variant="secondary">
              {t("Edit Profile")}
            </ButtonLink>
          </>
        }
      />
      <AffiliationState userId={me._id} />
      {profileLink.dialog}
      {editing && <PictureDialog kind={editing} me={me} onClose={close} onLoadError={close} />}
    </>
  );
}
