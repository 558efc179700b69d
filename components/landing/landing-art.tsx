import { Heart, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/avatar";

/**
 * The large logo with two sample notifications. Decorative. On phones it fills the remaining height
 * and is cut off at the bottom edge; from 1024px it is centred in the right half.
 */
export function LandingArt() {
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
        <ActivityCard
          className="top-[40%] right-0 lg:right-[3%]"
          person={{ id: "k.rao", name: "Kabir Rao" }}
          text="liked your post"
          icon={<Heart className="text-like" />}
        />
        <ActivityCard
          className="top-[63%] left-[4%] lg:top-[84%] lg:left-[7%]"
          person={{ id: "i.verma", name: "Ishita Verma" }}
          text="joined your circle"
          icon={<UserPlus className="text-follow" />}
        />
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
