import { Heart, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/avatar";

/**
 * The mark drawn large with two things that happen inside the product. Decoration only. On phones
 * it rises from the bottom edge and takes whatever height is left; from 1024px it stands free in
 * its own half.
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
        <Happening
          className="top-[40%] right-0 lg:right-[3%]"
          who={{ id: "k.rao", name: "Kabir Rao" }}
          what="liked your post"
          icon={<Heart className="text-like" />}
        />
        <Happening
          className="top-[63%] left-[4%] lg:top-[84%] lg:left-[7%]"
          who={{ id: "i.verma", name: "Ishita Verma" }}
          what="joined your circle"
          icon={<UserPlus className="text-follow" />}
        />
      </div>
    </div>
  );
}

function Happening({
  className,
  who,
  what,
  icon,
}: {
  className: string;
  who: { id: string; name: string };
  what: string;
  icon: ReactNode;
}) {
  return (
    <div
      className={`card absolute flex w-[min(15.5rem,76%)] items-center gap-3 p-3 shadow-float lg:w-72 lg:p-4 2xl:w-80 [&>svg]:size-5 ${className}`}
    >
      <Avatar id={who.id} name={who.name} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{who.name}</p>
        <p className="truncate text-ink2 text-sm">{what}</p>
      </div>
      {icon}
    </div>
  );
}
