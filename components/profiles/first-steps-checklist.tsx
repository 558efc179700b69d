"use client";

import { Check, X } from "lucide-react";
import Link from "next/link";
import { buttonStyle } from "@/components/ui/button-style";
import { Card } from "@/components/ui/card";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { COMPOSE_OFFLINE, EDIT_PROFILE, EXPLORE } from "@/lib/paths";
import { useHideOffer } from "@/lib/profiles/client/mutations";
import { useMe } from "@/lib/profiles/client/queries";
import { CIRCLES_TO_START, type FirstStep, firstSteps, wantsChecklist } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";

/** Where each step is done, what it is called, and what it is called once it is done. */
const STEPS: Record<FirstStep, { path: string; todo: string; done: string }> = {
  photo: { path: `${EDIT_PROFILE}#avatar`, todo: "Add a photo", done: "Photo" },
  bio: { path: `${EDIT_PROFILE}#bio`, todo: "Write a bio", done: "Bio" },
  collegeId: { path: `${EDIT_PROFILE}#collegeId`, todo: "Add your College ID", done: "College ID" },
  circles: { path: EXPLORE, todo: "Join three circles", done: "Three circles" },
  post: { path: COMPOSE_OFFLINE, todo: "Share your first post", done: "First post" },
};

/** The checklist of a new member, while something is left to do. */
export function FirstSteps() {
  const me = useMe();
  return me && wantsChecklist(me) && <FirstStepsChecklist me={me} />;
}

/** The first steps, each leading to its place. */
function FirstStepsChecklist({ me }: { me: OwnUser }) {
  const hide = useHideOffer("hidesChecklist", (message) => toast.error(message));
  const steps = Object.entries(firstSteps(me)) as [FirstStep, boolean][];
  const done = steps.filter(([, isDone]) => isDone).length;
  return (
    <Card bleed className="p-4 max-md:my-2 md:mb-4">
      <div className="-mt-1 -mr-2 mb-1 flex items-center gap-2">
        <h2 className="text-lg">Get started</h2>
        <span className="text-ink2 text-sm tabular-nums">
          {done} of {steps.length} done
        </span>
        <IconButton label="Hide checklist" className="ml-auto" onClick={() => hide.mutate(me._id)}>
          <X />
        </IconButton>
      </div>
      <ul aria-label="Get started" className="flex flex-wrap gap-2">
        {steps.map(([step, isDone]) => (
          <li key={step}>
            {isDone ? (
              <span className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-sunken px-4 text-ink2 text-label">
                <Check aria-hidden className="size-4" />
                <span className="sr-only">Done: </span>
                {STEPS[step].done}
              </span>
            ) : (
              <Link
                href={STEPS[step].path}
                prefetch={false}
                className={buttonStyle({ variant: "soft", size: "sm" })}
              >
                {STEPS[step].todo}
                {step === "circles" &&
                  me.followingCount > 0 &&
                  ` (${me.followingCount} of ${CIRCLES_TO_START})`}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
