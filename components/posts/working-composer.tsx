"use client";

import { memo, type RefObject, useEffect, useEffectEvent, useLayoutEffect } from "react";
import { type Composer, useComposer } from "@/components/posts/use-composer";
import { useLeavePost } from "@/components/posts/use-leave-post";
import { part } from "@/components/ui/part";
import { useLeaveGuard } from "@/lib/hooks/use-leave-guard";

const LeaveQuestion = part(() =>
  import("@/components/posts/leave-question").then((module) => module.LeaveQuestion),
);

type Props = {
  textarea: RefObject<HTMLTextAreaElement | null>;
  /** Hears of the composer before every paint that shows something else of it. */
  onComposer: (composer: Composer) => void;
  /** What was asked of the composer before it was there. */
  takeEarly: () => ((composer: Composer) => void) | undefined;
};

/**
 * What works behind the composer on top of the feed, whose form is on the page before this is loaded: so the field keeps its
 * focus, its caret and what an input method is composing. What is in it waits as a draft; leaving is asked about only while
 * that is not safe. `memo`, because its owner is drawn anew with every word from here.
 */
export const WorkingComposer = memo(function WorkingComposer({ textarea, onComposer, takeEarly }: Props) {
  const composer = useComposer({ textarea });
  const guard = useLeaveGuard(composer.isAtRisk);
  const { goneTo, leave } = useLeavePost(composer);
  const target = goneTo ?? guard.target;
  useLayoutEffect(() => onComposer(composer));
  const catchUp = useEffectEvent(() => takeEarly()?.(composer));
  useEffect(() => catchUp(), []);
  if (!target) return null;
  return (
    <LeaveQuestion
      onStay={guard.stay}
      onLost={guard.stay}
      onLeave={() => leave(target)}
      isLeaving={goneTo !== undefined}
    />
  );
});
