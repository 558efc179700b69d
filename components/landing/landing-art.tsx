import { Bookmark, Heart, MessageCircle, Share2, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/avatar";
import { getText } from "@/lib/language/server";

/**
 * The large logo with a sample post in its ring and two sample notifications. Decorative. On phones
 * it fills the remaining height and is cut off at the bottom edge; from 1024px it is centred in the
 * right half.
 */
export async function LandingArt() {
  const t = await getText();
  return (
    <div
      aria-hidden
      className="relative min-h-80 overflow-hidden bg-soft lg:grid lg:min-h-0 lg:place-items-center lg:p-6"
    >
      <div className="absolute inset-x-6 top-8 mx-auto aspect-[564/642] max-w-[34rem] lg:relative lg:inset-auto lg:mx-0 lg:w-full lg:max-w-[min(44rem,80dvh)]">
        <svg viewBox="0 0 564 642" className="size-full" focusable="false" aria-hidden>
          <circle cx="282" cy="360" r="253.5" fill="none" strokeWidth="57" className="stroke-brand" />
          <circle cx="464" cy="87" r="87" className="fill-gold" />
        </svg>
        <PostCard />
        <ActivityCard
          className="top-[40%] right-0 lg:top-[66%] lg:right-[1%]"
          person={{ id: "k.rao", name: "Kabir Rao" }}
          text={t("liked your post")}
          icon={<Heart className="text-like" />}
        />
        <ActivityCard
          className="top-[63%] left-[4%] lg:top-[84%] lg:left-[7%]"
          person={{ id: "i.verma", name: "Ishita Verma" }}
          text={t("joined your circle")}
          icon={<UserPlus className="text-follow" />}
        />
      </div>
    </div>
  );
}

/** Where the ring is large enough: an evening on the hostel's roof. */
function PostCard() {
  return (
    <div className="card absolute top-[32%] left-1/4 hidden w-1/2 overflow-hidden lg:block">
      <div className="flex items-center gap-3 p-4">
        <Avatar id="a.sharma" name="Aarav Sharma" />
        <div className="min-w-0">
          <p className="truncate font-semibold">Aarav Sharma</p>
          <p className="text-ink2 text-sm">2h</p>
        </div>
      </div>
      <svg viewBox="0 0 320 240" aria-hidden focusable="false" className="w-full">
        <defs>
          <linearGradient id="evening" x2="0" y2="1">
            <stop stopColor="#ff9e6d" />
            <stop offset="1" stopColor="#ffd49a" />
          </linearGradient>
        </defs>
        <path d="M0 0h320v240H0z" fill="url(#evening)" />
        <circle cx="224" cy="84" r="34" fill="#fff1d1" />
        <path d="m0 176 66-70 58 62 50-52 66 56 80-46v114H0z" fill="#9b6b86" />
        <path d="m0 210 92-58 72 44 74-34 82 46v32H0z" fill="#5b3b64" />
      </svg>
      <div className="flex items-center gap-5 px-4 py-3 text-ink2 [&>svg]:size-5">
        <Heart className="fill-like text-like" />
        <MessageCircle />
        <Share2 />
        <Bookmark className="ml-auto" />
      </div>
    </div>
  );
}

function ActivityCard({
  className,
  person,
  text,
  icon,
}: {
  className: string;
  person: { id: string; name: string };
  text: string;
  icon: ReactNode;
}) {
  return (
    <div
      className={`card absolute flex w-[min(15.5rem,76%)] items-center gap-3 p-3 shadow-float lg:w-72 lg:p-4 2xl:w-80 [&>svg]:size-5 ${className}`}
    >
      <Avatar id={person.id} name={person.name} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{person.name}</p>
        <p className="truncate text-ink2 text-sm">{text}</p>
      </div>
      {icon}
    </div>
  );
}
