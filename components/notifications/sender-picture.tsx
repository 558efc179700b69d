import { Bell, Heart, type LucideIcon, MessageCircle, UserPlus } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/cx";

type Kind = { icon: LucideIcon; color: string };

/** Like red, comment blue, follow green (the specification, §2). */
const KINDS: Record<string, Kind> = {
  like: { icon: Heart, color: "bg-like" },
  comment: { icon: MessageCircle, color: "bg-comment" },
  follow: { icon: UserPlus, color: "bg-follow" },
};

/** Grey is what a member sent by hand, and any type this screen does not know yet. */
const OTHER: Kind = { icon: Bell, color: "bg-ink2" };

/** Who did it, with what they did in the corner. Decoration: the text beside it says both. */
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
  const { icon: Icon, color } = KINDS[type] ?? OTHER;
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
