"use client";

import { usePathname } from "next/navigation";
import { part } from "@/components/ui/part";
import { useMediaQuery } from "@/lib/hooks/use-media-query";

const RailCampus = part(() => import("@/components/users/rail-campus").then((module) => module.RailCampus), {
  extra: true,
});

/** Where the rail shows; on narrower screens nothing of it is asked for. */
const HAS_RAIL = "(min-width: 75rem)";

/** What stands in the rail, where there is one. */
export function RailCards() {
  const isExplore = usePathname() === "/search-users";
  return useMediaQuery(HAS_RAIL) && <RailCampus isExplore={isExplore} />;
}
