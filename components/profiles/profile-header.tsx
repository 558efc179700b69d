"use client";

import { Fragment, type ReactNode, useState } from "react";
import { BannerArt } from "@/components/profiles/banner-art";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/cx";
import { lazyComponent } from "@/components/ui/lazy-component";
import { TextLink } from "@/components/ui/link";
import { LongText } from "@/components/ui/long-text";
import { useBrokenImage } from "@/components/ui/picture-state";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import type { CircleSide } from "@/lib/circles/client/queries";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import { EDIT_PROFILE } from "@/lib/paths";
import { type AffiliationParts, affiliationInWords, shownCollege } from "@/lib/profiles/affiliation";
import type { User } from "@/lib/profiles/schema";
import { exactCount, formatCount } from "@/lib/text/counts";
import { imageSrcSet, sizedImageUrl } from "@/lib/text/media-url";
import type { Mention } from "@/lib/text/rich-text";
import { joinedMonth } from "@/lib/time/relative-time";

const CircleDialog = lazyComponent(() =>
  import("@/components/circles/circle-dialog").then((module) => module.CircleDialog),
);

type Props = {
  user: User;
  isMe: boolean;
  /** Buttons at the right. */
  actions: ReactNode;
  /** Replace the plain banner and picture where these can be edited. */
  banner?: ReactNode;
  avatar?: ReactNode;
};

/** Banner, picture, name, bio and counts of a person. */
export function ProfileHeader({ user, isMe, actions, banner, avatar }: Props) {
  const t = useTranslate();
  return (
    <header className="card-bleed overflow-clip">
      <div className="relative h-32 bg-sunken xs:h-36 md:h-45">{banner ?? <Banner user={user} />}</div>
      <div className="px-4 pb-5 md:px-6 md:pb-6">
        <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
          {/* Only the picture overlaps the banner: actions would be hard to read on top of it. */}
          <div className="-mt-11 relative rounded-full bg-surface p-1">
            {avatar ?? <Picture user={user} />}
          </div>
          {/* On phones the buttons fill their row: three of them are below the picture. */}
          <div className="flex min-h-11 min-w-fit max-w-full flex-1 flex-wrap items-center justify-end gap-2 pt-3 max-sm:[&>:not(:first-child)]:grow">
            {actions}
          </div>
        </div>
        <h1 className="mt-3 break-words text-2xl">
          <bdi>{user.name}</bdi>
        </h1>
        <WhoIsWho {...user} className="text-ink2" />
        {user.formerName && (
          <p className="break-words text-ink2 text-sm">
            <Rich text="Until lately {formerName}" values={{ formerName: <bdi>{user.formerName}</bdi> }} />
          </p>
        )}
        {user.bio ? (
          <div className="mt-3">
            <Bio text={user.bio} mentions={user.mentions} />
          </div>
        ) : (
          isMe && (
            <p className="mt-3">
              <TextLink href={`${EDIT_PROFILE}#bio`}>{t("Add a bio")}</TextLink>
            </p>
          )
        )}
        <Counts user={user} isMe={isMe} />
      </div>
    </header>
  );
}

type WhoProps = Pick<User, "username" | "section" | "collegeName"> & {
  affiliation: AffiliationParts;
  className: string;
};

/** Username, and in words what the person is at the college. */
export function WhoIsWho({ username, affiliation, section, collegeName, className }: WhoProps) {
  const t = useTranslate();
  const words = affiliationInWords(affiliation, t);
  const parts = [
    username && `@${username}`,
    words,
    section && t("Section {section}", { section }),
    shownCollege(collegeName, words !== ""),
  ];
  return (
    <p className={cx("break-words", className)}>
      {parts.filter(Boolean).map((part, index) => (
        <Fragment key={part}>
          {index > 0 && (
            <>
              {" "}
              <span aria-hidden>·</span>{" "}
            </>
          )}
          {part}
        </Fragment>
      ))}
    </p>
  );
}

type BannerProps = { user: Pick<User, "_id" | "banner"> };

/** A new banner gets its own chance, whatever became of the one before. */
export function Banner({ user }: BannerProps) {
  return <BannerPicture key={user.banner} user={user} />;
}

function BannerPicture({ user }: BannerProps) {
  const { isBroken, imageProps } = useBrokenImage();
  if (!user.banner || isBroken) return <BannerArt id={user._id} />;
  return (
    <img
      {...imageProps}
      src={sizedImageUrl(user.banner, 1080)}
      srcSet={imageSrcSet(user.banner, 1500) || undefined}
      sizes="(min-width: 768px) 600px, 100vw"
      alt=""
      className="size-full object-cover"
    />
  );
}

export function Picture({ user }: { user: Pick<User, "_id" | "name" | "avatar"> }) {
  return <Avatar id={user._id} name={user.name} src={sizedImageUrl(user.avatar, 192)} size="xl" labelled />;
}

function Counts({ user, isMe }: { user: User; isMe: boolean }) {
  const t = useTranslate();
  const [side, setSide] = useState<CircleSide>();
  const closeCircle = () => setSide(undefined);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1">
      <Count
        value={user.postsCount}
        unit={t("{count, plural, one {post} other {posts}}", { count: user.postsCount })}
      />
      <Count
        value={user.circleCount}
        unit={
          isMe
            ? t("in Your Circle")
            : t("{count, plural, one {member} other {members}}", { count: user.circleCount })
        }
        onClick={() => setSide("circle")}
      />
      <Count
        value={user.followingCount}
        unit={t("{count, plural, one {circle joined} other {circles joined}}", {
          count: user.followingCount,
        })}
        onClick={() => setSide("circles")}
      />
      {isMe && (
        <Count
          value={user.reach}
          unit={user.reach === 1 ? t("like, comment or share") : t("likes, comments and shares")}
        />
      )}
      <span className="py-1 text-ink2 text-label">
        {t("Joined {month}", { month: joinedMonth(Date.parse(user.createdAt)) })}
      </span>
      {side && (
        <CircleDialog
          userId={user._id}
          name={user.name}
          isMe={isMe}
          side={side}
          onClose={closeCircle}
          onLoadError={closeCircle}
        />
      )}
    </div>
  );
}

function Count({ value, unit, onClick }: { value: number; unit: string; onClick?: () => void }) {
  const text = (
    <>
      <b className="font-bold text-ink tabular-nums">{formatCount(value)}</b> {unit}
    </>
  );
  if (!onClick) return <span className="py-1 text-ink2">{text}</span>;
  return (
    <button
      type="button"
      title={exactCount(value)}
      onClick={onClick}
      className="touch-target rounded-sm py-1 text-ink2 hover:text-ink hover:underline"
    >
      {text}
    </button>
  );
}

/** A person's bio as plain text, with web addresses, tags and mentions as links. */
export function Bio({ text, mentions }: { text: string; mentions?: readonly Mention[] | undefined }) {
  return <LongText text={text} mentions={mentions} />;
}

/** The shape of a profile, while it loads. */
export function ProfileSkeleton() {
  const t = useTranslate();
  return (
    <SkeletonGroup label={t("Loading profile")} className="card-bleed overflow-clip">
      <Skeleton className="h-32 rounded-none xs:h-36 md:h-45" />
      <div className="px-4 pb-5 md:px-6 md:pb-6">
        <Skeleton className="-mt-11 size-26 rounded-full border-4 border-surface" />
        <SkeletonLine className="mt-3 h-7.5" shape="h-6 w-48" />
        <SkeletonLine className="h-5.5" shape="h-4 w-36" />
        <SkeletonLine className="mt-3 h-5.5" shape="h-4 w-4/5" />
        <SkeletonLine className="mt-3 h-7.5" shape="h-4 w-64" />
      </div>
    </SkeletonGroup>
  );
}

/** A shape in the middle of a line as tall as the text that comes. */
function SkeletonLine({ className, shape }: { className: string; shape: string }) {
  return (
    <div className={`flex items-center ${className}`}>
      <Skeleton className={shape} />
    </div>
  );
}
