"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { FoldedCard } from "@/components/ui/folded-card";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toast";
import { useHideOffer } from "@/lib/profiles/client/mutations";
import { useMe } from "@/lib/profiles/client/queries";
import { firstSteps, wantsChecklist } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";

const FirstStepsList = lazyComponent(() =>
  import("@/components/profiles/first-steps-list").then((module) => module.FirstStepsList),
);

/** The checklist of a new member, while something is left to do. */
export function FirstSteps() {
  const me = useMe();
  return me && wantsChecklist(me) && <FirstStepsChecklist me={me} />;
}

/** The first steps as one row, which unfolds. */
function FirstStepsChecklist({ me }: { me: OwnUser }) {
  const [isOpen, setIsOpen] = useState(false);
  const hide = useHideOffer("hidesChecklist", (message) => toast.error(message));
  const steps = Object.values(firstSteps(me));
  const left = steps.filter((isDone) => !isDone).length;
  return (
    <FoldedCard
      label="Get started"
      icon={<StepsRing done={steps.length - left} of={steps.length} />}
      title={
        <>
          <b className="font-semibold">Get started</b>
          <span className="ml-2 text-ink2">
            {left} {left === 1 ? "step" : "steps"} left
          </span>
        </>
      }
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      action={
        <IconButton label="Hide checklist" onClick={() => hide.mutate(me._id)}>
          <X />
        </IconButton>
      }
    >
      <FirstStepsList me={me} fallback={<div className="h-20" />} />
    </FoldedCard>
  );
}

/** How far the steps are: the ring of the logo closes. Decorative. */
function StepsRing({ done, of }: { done: number; of: number }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden
      focusable="false"
      fill="none"
      strokeWidth="3.5"
      className="size-5 shrink-0"
    >
      <circle cx="10" cy="10" r="8" className="stroke-line" />
      <circle
        cx="10"
        cy="10"
        r="8"
        pathLength={of}
        strokeDasharray={`${done} ${of}`}
        transform="rotate(-90 10 10)"
        className="stroke-brand"
      />
    </svg>
  );
}
