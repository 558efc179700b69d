"use client";

import { Check, X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { FoldedCard } from "@/components/ui/folded-card";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { useTranslate } from "@/lib/language/translate";
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

/** The first steps, each leading to its place: one row, which unfolds. */
function FirstStepsChecklist({ me }: { me: OwnUser }) {
  const t = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const hide = useHideOffer("hidesChecklist", (message) => toast.error(t(message)));
  const steps = Object.entries(firstSteps(me)) as [FirstStep, boolean][];
  const left = steps.filter(([, isDone]) => !isDone).length;
  return (
    <FoldedCard
      label={t("Get started")}
      icon={<StepsRing done={steps.length - left} of={steps.length} />}
      title={
        <>
          <b className="font-semibold">{t("Get started")}</b>
          <span className="ml-2 text-ink2">
            {t("{left, plural, one {# step} other {# steps}} left", { left })}
          </span>
        </>
      }
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      action={
        <IconButton label={t("Hide checklist")} onClick={() => hide.mutate(me._id)}>
          <X />
        </IconButton>
      }
    >
      <ul aria-label={t("Get started")} className="flex flex-wrap gap-2">
        {steps.map(([step, isDone]) => (
          <li key={step}>
            {isDone ? (
              <span className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-sunken px-4 text-ink2 text-label">
                <Check aria-hidden className="size-4" />
                <span className="sr-only">{t("Done:")} </span>
                {t(STEPS[step].done)}
              </span>
            ) : (
              <Link
                href={STEPS[step].path}
                prefetch={false}
                className={buttonStyle({ variant: "soft", size: "sm" })}
              >
                {t(STEPS[step].todo)}
                {step === "circles" &&
                  me.followingCount > 0 &&
                  ` ${t("({count} of {max})", { count: me.followingCount, max: CIRCLES_TO_START })}`}
              </Link>
            )}
          </li>
        ))}
      </ul>
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
