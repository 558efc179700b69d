"use client";

import { UserCheck, UserPlus, UserX } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { type ButtonSize, buttonStyle } from "@/components/ui/button-style";
import { useToggleCircle } from "@/lib/profiles/client/mutations";

type Props = {
  person: { _id: string; name: string; isInCircle: boolean };
  size?: ButtonSize;
  /** Without its picture, where room is scarce. */
  compact?: boolean;
  /** In a list: the name says whose circle. */
  named?: boolean;
  /** Shows how it looks and does nothing: one's own profile as others see it. */
  disabled?: boolean;
};

/** On the narrowest phones the name beside the button needs the room more. */
const ICON = "max-[22rem]:hidden";

/**
 * Joins a person's circle, or leaves it. It says In Circle, and Leave while a mouse points at it;
 * but not right after joining, before the pointer has moved on. Its accessible name always says
 * what a press does.
 */
export function CircleButton({ person, size = "sm", compact = false, named = false, disabled }: Props) {
  const [justJoined, setJustJoined] = useState(false);
  const toggleCircle = useToggleCircle(person, (message) => toast.error(message));
  const { isInCircle } = person;
  const forget = () => setJustJoined(false);
  const press = () => setJustJoined(toggleCircle());
  const whose = named ? ` of ${person.name}` : "";
  return (
    <button
      type="button"
      disabled={disabled}
      // Both words on the button are in its name, so that either can be spoken to press it.
      aria-label={isInCircle ? `In Circle: Leave circle${whose}` : `Join Circle${whose}`}
      onClick={press}
      onPointerLeave={forget}
      className={buttonStyle({
        // One thing a screen is about is its one primary action; in a list every row has this one.
        variant: isInCircle ? "secondary" : named ? "soft" : "primary",
        size,
        className: "group/circle",
      })}
    >
      {isInCircle ? <Joined compact={compact} saysLeave={!justJoined} /> : <Unjoined compact={compact} />}
    </button>
  );
}

function Unjoined({ compact }: { compact: boolean }) {
  return (
    <span className="inline-flex items-center gap-2">
      {!compact && <UserPlus aria-hidden className={ICON} />}
      Join Circle
    </span>
  );
}

/**
 * Both words lie in one place, so that the button keeps its width when one gives way to the other.
 */
function Joined({ compact, saysLeave }: { compact: boolean; saysLeave: boolean }) {
  const rest = saysLeave ? "group-hover/circle:invisible" : "";
  const leave = saysLeave ? "group-hover/circle:visible" : "";
  return (
    <span className="grid place-items-center [&>*]:col-start-1 [&>*]:row-start-1">
      <span className={`inline-flex items-center gap-2 ${rest}`}>
        {!compact && <UserCheck aria-hidden className={ICON} />}
        In Circle
      </span>
      <span className={`invisible inline-flex items-center gap-2 text-danger ${leave}`}>
        {!compact && <UserX aria-hidden className={ICON} />}
        Leave
      </span>
    </span>
  );
}
