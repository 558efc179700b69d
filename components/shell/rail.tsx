"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { isActiveLink } from "@/components/shell/nav-links";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useMediaQuery } from "@/lib/dom/screen-hooks";
import { SETTINGS } from "@/lib/paths";

/** The right column from 1200px: its own cards, then `children`. Settings need its space. */
export function Rail({ children }: { children?: ReactNode }) {
  if (isActiveLink(SETTINGS, usePathname(), undefined)) return null;
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

const SidebarWidgets = lazyComponent(
  () => import("@/components/shell/sidebar-widgets").then((module) => module.SidebarWidgets),
  { optional: true },
);

/** Where the rail shows; narrower screens load none of its content. */
const HAS_RAIL = "(min-width: 75rem)";

/** The content of the rail, on screens wide enough for it. */
function RailCards() {
  const isExplore = usePathname() === "/search-users";
  return useMediaQuery(HAS_RAIL) && <SidebarWidgets isExplore={isExplore} />;
}
