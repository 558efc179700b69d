"use client";

import { CampusNumbers } from "@/components/college/campus-numbers";
import { ModerationNumbers } from "@/components/college/moderation-numbers";
import { useMe } from "@/lib/profiles/client/queries";

/** How alive the campus is, for admins; and how moderation goes, for all of the staff. */
export function NumbersScreen() {
  const isAdmin = useMe()?.staffRole === "admin";
  return (
    <>
      {isAdmin && <CampusNumbers />}
      <ModerationNumbers />
    </>
  );
}
