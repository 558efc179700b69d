"use client";

import { UserCheck, UserPlus, UserX } from "lucide-react";
import { useState } from "react";
import { type ButtonSize, buttonStyle } from "@/components/ui/button-style";
import { toast } from "@/components/ui/toast";
import { displayName } from "@/lib/format/names";
import { useSetCircle } from "@/lib/users/changes";

type Props = {
  person: { _id: string; name: string; isInCircle: boolean };
  size?: ButtonSize;
  /** Shorter on the button where room is scarce, in the full name for screen readers. */
  short?: boolean;
  /** In a list: the name says whose circle. */
  named?: boolean;
  /** Shows how it looks and does nothing: one's own profile as others see it. */
  disabled?: boolean;
};

/** On the narrowest phones the name beside the button needs the room more. */
const ICON = "max-[22rem]:hidden";

/**
 * Joins a person's circle, or leaves it. It says In Circle, and Leave while it is pointed at or focused; but not right
 * after joining, before the pointer has moved on.
 */
export function CircleButton({ person, size = "sm", short = false, named = false, disabled }: Props) {
  const [justJoined, setJustJoined] = useState(false);
  const setCircle = useSetCircle(person, (message) => toast.error(message));
  const { isInCircle } = person;
  const forget = () => setJustJoined(false);
  const press = () => {
    setJustJoined(!isInCircle);
    setCircle(!isInCircle);
  };
  const whose = named ? ` of ${displayName(person.name)}` : "";
  return (
    <button
      type="button"
      disabled={disabled}
      aria-label={isInCircle ? `In Circle${whose}` : `Join Circle${whose}`}
      aria-description={isInCircle ? "Press to leave the circle" : undefined}
      onClick={press}
      onPointerLeave={forget}
      onBlur={forget}
      className={buttonStyle({
        // One thing a screen is about is its one primary action; in a list every row has this one.
        variant: isInCircle ? "secondary" : named ? "soft" : "primary",
        size,
        className: "group/circle",
      })}
    >
      {isInCircle ? <Joined short={short} saysLeave={!justJoined} /> : <Unjoined short={short} />}
    </button>
  );
}

function Unjoined({ short }: { short: boolean }) {
  if (short) return "Join";
  return (
    <span className="inline-flex items-center gap-2">
      <UserPlus aria-hidden className={ICON} />
      Join Circle
    </span>
  );
}

/** Both words lie in one place, so that the button keeps its width when one gives way to the other. */
function Joined({ short, saysLeave }: { short: boolean; saysLeave: boolean }) {
  const rest = saysLeave ? "group-hover/circle:invisible group-focus-visible/circle:invisible" : "";
  const leave = saysLeave ? "group-hover/circle:visible group-focus-visible/circle:visible" : "";
  return (
    <span className="grid place-items-center [&>*]:col-start-1 [&>*]:row-start-1">
      <span className={`inline-flex items-center gap-2 ${rest}`}>
        {!short && <UserCheck aria-hidden className={ICON} />}
        In Circle
      </span>
      <span className={`invisible inline-flex items-center gap-2 text-danger ${leave}`}>
        {!short && <UserX aria-hidden className={ICON} />}
        Leave
      </span>
    </span>
  );
}
