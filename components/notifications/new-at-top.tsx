import { ArrowUp } from "lucide-react";

/** A button over the list that leads to new notifications. It takes no space, so nothing shifts. */
export function NewAtTop({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <div className="pointer-events-none sticky top-18 z-20 flex h-0 justify-center md:top-4">
      <button
        type="button"
        onClick={() => window.scrollTo({ top: 0 })}
        className="pointer-events-auto inline-flex h-11 animate-rise items-center gap-2 rounded-full bg-brand px-5 font-semibold text-on-brand shadow-float"
      >
        <ArrowUp aria-hidden className="size-4" />
        {count === 1 ? "1 new notification" : `${count} new notifications`}
      </button>
    </div>
  );
}
