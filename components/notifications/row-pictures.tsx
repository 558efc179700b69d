"use client";

import {
  AtSign,
  Bell,
  CloudAlert,
  Film,
  Heart,
  type LucideIcon,
  MessageCircle,
  Play,
  Reply,
  Shield,
  UserPlus,
} from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { CardPicture } from "@/components/ui/card-picture";
import { cx } from "@/components/ui/cx";
import { backgroundOf, useBrokenImage } from "@/components/ui/picture-state";
import type { Notification, NotificationType } from "@/lib/notifications/schema";
import { sizedImageUrl } from "@/lib/text/media-url";

type TypeIcon = { icon: LucideIcon; color: string };

/** Likes red, comments, replies and mentions blue, follow green. */
const ICONS: Record<NotificationType, TypeIcon> = {
  like: { icon: Heart, color: "bg-like" },
  comment: { icon: MessageCircle, color: "bg-comment" },
  follow: { icon: UserPlus, color: "bg-follow" },
  reply: { icon: Reply, color: "bg-comment" },
  comment_like: { icon: Heart, color: "bg-like" },
  mention: { icon: AtSign, color: "bg-comment" },
};

/** Grey, for notifications sent by hand and types this release does not know. */
const DEFAULT_ICON: TypeIcon = { icon: Bell, color: "bg-ink2" };

const iconsByType: Partial<Record<string, TypeIcon>> = ICONS;

/** The sender's picture with the type's icon. Decorative: the text next to it says both. */
export function SenderPicture({
  id,
  name,
  avatar,
  type,
}: {
  id: string;
  name: string;
  avatar?: string;
  type: string;
}) {
  const { icon: Icon, color } = iconsByType[type] ?? DEFAULT_ICON;
  return (
    <span className="relative block">
      <Avatar id={id} name={name} src={avatar} size="lg" />
      <span
        aria-hidden
        className={cx(
          "absolute -right-1 -bottom-1 grid size-5.5 place-items-center rounded-full border-2 border-surface text-surface",
          color,
        )}
      >
        <Icon className="size-3" strokeWidth={2.5} />
      </span>
    </span>
  );
}

/** In place of a picture, for what the product itself sends. */
export const OfficialPicture = () => (
  <span
    aria-hidden
    className="grid size-11 shrink-0 place-items-center self-start rounded-full bg-soft text-brand"
  >
    <Shield className="size-6" />
  </span>
);

/** CSS pixels. The picture is loaded at three times the size, for dense screens. */
const SIZE = 48;

/**
 * The notification's post, small. A video shows a still picture with a play icon. Decorative: the
 * link that covers the row opens the post.
 */
export function PostThumbnail({ post }: { post: NonNullable<Notification["postId"]> }) {
  const { isBroken, isLoaded, imageProps } = useBrokenImage();
  const isVideo = post.mediaType === "video";
  const picture = post.thumbnail || post.mediaUrl;
  return (
    <span
      aria-hidden
      // Large text needs its space.
      className="@max-2xs:hidden pointer-events-none relative block size-12 shrink-0 overflow-hidden rounded-lg bg-sunken"
    >
      {post.card ? (
        <CardPicture text={post.card.text} background={post.card.background} className="size-full" />
      ) : isBroken ? (
        <span data-fallback className="grid size-full place-items-center text-ink2">
          {isVideo ? <Film className="size-5" /> : <CloudAlert className="size-5" />}
        </span>
      ) : (
        <img
          {...imageProps}
          src={isVideo ? picture : sizedImageUrl(picture, SIZE * 3)}
          alt=""
          width={SIZE}
          height={SIZE}
          loading="lazy"
          decoding="async"
          className={cx("size-full object-cover", backgroundOf(isLoaded))}
        />
      )}
      {isVideo && !isBroken && (
        <span className="absolute inset-0 grid place-items-center bg-black/30 text-white">
          <Play className="size-5 fill-current" />
        </span>
      )}
    </span>
  );
}
