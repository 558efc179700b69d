"use client";

import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useEffect } from "react";
import { BlockedProfile } from "@/components/profiles/blocked-profile";
import { DeactivatedProfile, HiddenProfile, MissingProfile } from "@/components/profiles/missing-profile";
import { OwnProfile } from "@/components/profiles/own-profile";
import { ProfileActions } from "@/components/profiles/profile-actions";
import { ProfileHeader, ProfileSkeleton } from "@/components/profiles/profile-header";
import { ProfilePosts } from "@/components/profiles/profile-posts";
import { MutedNote } from "@/components/safety/muted-note";
import { QueryError } from "@/components/ui/error-state";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { apiError } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { useMe, userOptions } from "@/lib/profiles/client/queries";
import { readStoredProfile, storeProfile } from "@/lib/profiles/client/stored-profile";
import type { OwnUser, User } from "@/lib/profiles/schema";

type Props = {
  userId: string;
  /** Shows the viewer's own profile as others see it. */
  asOthers?: boolean;
};

/** A person's profile and posts. The viewer's own can be edited in place. */
export function ProfileScreen({ userId, asOthers = false }: Props) {
  const t = useTranslate();
  const me = useMe();
  const query = useQuery(userOptions(userId));
  const isMe = me?._id === userId && !asOthers;

  useEffect(() => {
    // Restores the viewer's stored profile when it is missing or unreadable.
    if (me && me._id === userId && !readStoredProfile()) storeProfile(me);
  }, [me, userId]);

  if (query.isPending) {
    return (
      <div className="flex flex-col md:gap-4">
        {me?._id === userId ? (
          <h1 className="sr-only">{t("Profile")}</h1>
        ) : (
          <PageHeader title={t("Profile")} />
        )}
        <ProfileSkeleton />
      </div>
    );
  }
  if (!query.data) {
    const error = apiError(query.error);
    if (error?.is("not_found")) return <MissingProfile />;
    if (error?.is("user_deactivated")) return <DeactivatedProfile />;
    return (
      <HiddenProfile>
        <QueryError query={query} />
      </HiddenProfile>
    );
  }
  const user = asOthers ? seenByEveryone(query.data, me) : query.data;
  if (user.isBlocked) {
    return (
      <div className="flex flex-col md:gap-4">
        <PageHeader title={<bdi>{user.name}</bdi>} isHeadingBelow />
        <BlockedProfile user={user} />
      </div>
    );
  }
  return (
    <div className="flex flex-col md:gap-4">
      {isMe ? (
        <OwnProfile me={me} user={user} />
      ) : (
        <>
          {!asOthers && <PageHeader title={<bdi>{user.name}</bdi>} isHeadingBelow />}
          {user.isMuted && <MutedNote user={user} />}
          <ProfileHeader
            user={user}
            isMe={false}
            actions={<ProfileActions user={user} disabled={asOthers} />}
          />
        </>
      )}
      <ProfilePosts userId={userId} name={user.name} isMe={isMe} asOthers={asOthers} />
    </div>
  );
}

/** One's own profile without what only some people see: the section, and perhaps the year. */
function seenByEveryone(user: User, me: OwnUser | undefined): User {
  const { affiliation } = user;
  const batch = me?.whoSeesBatch === "everyone" ? affiliation.batch : null;
  return { ...user, section: null, affiliation: { ...affiliation, batch } };
}

/** The viewer's own profile as other members see it. */
export function PublicProfilePreview({ userId }: { userId: string }) {
  const t = useTranslate();
  return (
    <div className="flex flex-col md:gap-4">
      <div className="card-bleed flex flex-wrap items-center gap-3 bg-soft px-4 py-3 md:px-5">
        <Eye aria-hidden className="size-5 shrink-0 text-brand" />
        <p className="min-w-0 flex-1 font-medium text-label">{t("This is how others see your profile.")}</p>
        <ButtonLink href={`/profile/${userId}`} variant="secondary" size="sm">
          {t("Back to my profile")}
        </ButtonLink>
      </div>
      <ProfileScreen userId={userId} asOthers />
    </div>
  );
}
