"use client";

import { Ellipsis } from "lucide-react";
import { PeopleCards } from "@/components/circles/people-cards";
import { PersonRow, PersonSkeletons } from "@/components/circles/person-row";
import { ME, MEMBERS, OWN_PROFILE, PROFILES, personOf } from "@/components/gallery/samples";
import { Section, Specimen } from "@/components/gallery/specimen";
import { BlockedProfile } from "@/components/profiles/blocked-profile";
import { DeactivatedProfile, MissingProfile } from "@/components/profiles/missing-profile";
import { OwnProfile } from "@/components/profiles/own-profile";
import { ProfileActions } from "@/components/profiles/profile-actions";
import { ProfileHeader, ProfileSkeleton } from "@/components/profiles/profile-header";
import { MutedNote } from "@/components/safety/muted-note";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";

export function People() {
  return (
    <Section id="people" title="People">
      <Specimen name="in a list: not joined, joined, the viewer, a long name">
        <div className="flex flex-col gap-3">
          <PersonRow person={personOf(MEMBERS.ishita)} isMe={false} />
          <PersonRow person={personOf(MEMBERS.kabir, true)} isMe={false} />
          <PersonRow person={personOf(ME)} isMe />
          <PersonRow person={personOf(MEMBERS.longName)} isMe={false} />
        </div>
      </Specimen>
      <Specimen name="the same, compact">
        <div className="flex max-w-72 flex-col gap-3">
          <PersonRow person={personOf(MEMBERS.meera)} isMe={false} compact note="4 in your circle" />
          <PersonRow person={personOf(MEMBERS.kabir, true)} isMe={false} compact />
        </div>
      </Specimen>
      <Specimen name="as cards" bare>
        <PeopleCards />
      </Specimen>
      <Specimen name="loading">
        <PersonSkeletons count={3} />
      </Specimen>
    </Section>
  );
}

export function Profiles() {
  return (
    <Section id="profiles" title="Profiles">
      <Specimen name="another member" bare>
        <ProfileHeader
          user={PROFILES.other}
          isMe={false}
          actions={<ProfileActions user={PROFILES.other} />}
        />
      </Specimen>
      <Specimen name="a member whose circle the viewer has joined" bare>
        <ProfileHeader
          user={PROFILES.joined}
          isMe={false}
          actions={<ProfileActions user={PROFILES.joined} />}
        />
      </Specimen>
      <Specimen name="the viewer" bare>
        <OwnProfile me={ME} user={OWN_PROFILE} />
      </Specimen>
      <Specimen name="no banner, picture or bio; the viewer's public profile" bare>
        <ProfileHeader
          user={PROFILES.plain}
          isMe={false}
          actions={<ProfileActions user={PROFILES.plain} disabled />}
        />
      </Specimen>
      <Specimen name="long name, long word" bare>
        <ProfileHeader
          user={PROFILES.longName}
          isMe={false}
          actions={
            <>
              <IconButton label="More actions" className="border border-line bg-surface">
                <Ellipsis />
              </IconButton>
              <Button>Join Circle</Button>
            </>
          }
        />
      </Specimen>
      <Specimen name="blocked by the viewer" bare>
        <BlockedProfile user={{ ...PROFILES.longName, isBlocked: true }} />
      </Specimen>
      <Specimen name="muted by the viewer: until a date, for good" bare>
        <div className="flex flex-col gap-2">
          <MutedNote user={{ ...PROFILES.other, isMuted: true, mutedUntil: "2026-11-24T09:05:00Z" }} />
          <MutedNote user={{ ...PROFILES.other, isMuted: true }} />
        </div>
      </Specimen>
      <Specimen name="loading" bare>
        <ProfileSkeleton />
      </Specimen>
      <Specimen name="no such profile" bare>
        <MissingProfile />
      </Specimen>
      <Specimen name="deactivated" bare>
        <DeactivatedProfile />
      </Specimen>
    </Section>
  );
}
