"use client";

import { useEffect } from "react";
import { LogoMark } from "@/components/brand/logo";
import { toast } from "@/components/ui/toast";
import { translate } from "@/lib/language/translate";
import { type Moment, takeMoment } from "@/lib/profiles/client/moments";
import { useMe } from "@/lib/profiles/client/queries";
import { CIRCLE_TO_CELEBRATE } from "@/lib/profiles/policy";

const WORDS: Record<Exclude<Moment, "post">, string> = {
  steps: "That was the last step. You're part of the circle now.",
  circle: `${CIRCLE_TO_CELEBRATE} people are in your circle now.`,
};

const SHOWN_MS = 8_000;

/** Celebrates the first steps of a member, each once: the dot of the logo joins its ring. */
export function Moments() {
  const me = useMe();
  useEffect(() => {
    const moment = me && takeMoment(me);
    // The first post has its words itself, where a toast would lie on it.
    if (moment && moment !== "post")
      toast.message(translate(WORDS[moment]), {
        icon: <LogoMark joins className="size-5" />,
        duration: SHOWN_MS,
      });
  }, [me]);
  return null;
}
