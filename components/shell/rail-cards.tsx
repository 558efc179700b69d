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

/** Where the rail shows; on narrower screens nothing of it is asked for. */
const HAS_RAIL = "(min-width: 75rem)";

/** What stands in the rail, where there is one. */
export function RailCards() {
  const isExplore = usePathname() === "/search-users";
  return useMediaQuery(HAS_RAIL) && <SidebarWidgets isExplore={isExplore} />;
}
