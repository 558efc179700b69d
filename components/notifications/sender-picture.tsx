import { AtSign, Bell, Heart, type LucideIcon, MessageCircle, Reply, Shield, UserPlus } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/cx";
import type { NotificationType } from "@/lib/notifications/schema";

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
