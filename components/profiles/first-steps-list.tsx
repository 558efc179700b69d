import { Check } from "lucide-react";
import Link from "next/link";
import { buttonStyle } from "@/components/ui/button-style";
import { COMPOSE_OFFLINE, EDIT_PROFILE, EXPLORE } from "@/lib/paths";
import { CIRCLES_TO_START, type FirstStep, firstSteps } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";

/** Where each step is done, what it is called, and what it is called once it is done. */
const STEPS: Record<FirstStep, { path: string; todo: string; done: string }> = {
  photo: { path: `${EDIT_PROFILE}#avatar`, todo: "Add a photo", done: "Photo" },
  bio: { path: `${EDIT_PROFILE}#bio`, todo: "Write a bio", done: "Bio" },
  collegeId: { path: `${EDIT_PROFILE}#collegeId`, todo: "Add your College ID", done: "College ID" },
  circles: { path: EXPLORE, todo: "Join three circles", done: "Three circles" },
  post: { path: COMPOSE_OFFLINE, todo: "Share your first post", done: "First post" },
};

/** The first steps of a member: what is done, and what is left, each leading to its place. */
export function FirstStepsList({ me }: { me: OwnUser }) {
  const steps = Object.entries(firstSteps(me)) as [FirstStep, boolean][];
  return (
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
  );
}
