"use client";

import { lazyComponent } from "@/components/ui/lazy-component";
import { useMe } from "@/lib/profiles/client/queries";
import { wantsChecklist } from "@/lib/profiles/policy";

// Optional: the feed is complete without it.
const Checklist = lazyComponent(
  () => import("@/components/profiles/first-steps-checklist").then((module) => module.FirstStepsChecklist),
  { optional: true },
);

/** The checklist of a new member. Its code loads only for those who have something left to do. */
export function FirstSteps() {
  const me = useMe();
  return me && wantsChecklist(me) && <Checklist me={me} />;
}
