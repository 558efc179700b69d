import type { ReactNode } from "react";
import { RailCards } from "@/components/shell/rail-cards";

/** The right column from 1200px: its own cards, then `children`. */
export function Rail({ children }: { children?: ReactNode }) {
  return (
    <aside
      aria-label="Around campus"
      className="sticky top-0 hidden max-h-dvh w-80 flex-col gap-4 self-start overflow-y-auto py-6 scrollbar-none rail:flex"
    >
      <RailCards />
      {children}
    </aside>
  );
}
