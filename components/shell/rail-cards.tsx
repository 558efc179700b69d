"use client";

import { usePathname } from "next/navigation";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useMediaQuery } from "@/lib/dom/use-media-query";

const SidebarWidgets = lazyComponent(
  () => import("@/components/shell/sidebar-widgets").then((module) => module.SidebarWidgets),
  {
    optional: true,
  },
);

/** Where the rail shows; narrower screens load none of its content. */
const HAS_RAIL = "(min-width: 75rem)";

/** The content of the rail, on screens wide enough for it. */
export function RailCards() {
  const isExplore = usePathname() === "/search-users";
  return useMediaQuery(HAS_RAIL) && <SidebarWidgets isExplore={isExplore} />;
}
