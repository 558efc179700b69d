import { Search } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

/** From 1200px: what else goes on, at the right. Its cards are its children; the way to search is always there. */
export function Rail({ children }: { children?: ReactNode }) {
  return (
    <aside
      aria-label="Around campus"
      className="sticky top-0 hidden max-h-dvh w-80 flex-col gap-4 self-start overflow-y-auto py-6 scrollbar-none rail:flex"
    >
      <Link
        href="/search-users"
        prefetch={false}
        className="flex min-h-11 items-center gap-3 rounded-full border border-line bg-surface px-4 text-ink2 transition-[border-color,color] hover:border-line-strong hover:text-ink"
      >
        <Search aria-hidden className="size-5" />
        Search people
      </Link>
      {children}
    </aside>
  );
}
