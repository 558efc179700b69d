"use client";

import { UserPlus, UserX } from "lucide-react";
import { useState } from "react";
import { LogoMark } from "@/components/brand/logo";
import { type ButtonSize, buttonStyle } from "@/components/ui/button-style";
import { cx } from "@/components/ui/cx";
import { toast, undoToast } from "@/components/ui/toast";
import { useToggleCircle } from "@/lib/circles/client/mutations";
import { useTranslate } from "@/lib/language/translate";
import { isolated } from "@/lib/text/names";

type Props = {
  person: { _id: string; name: string; isInCircle: boolean };
  size?: ButtonSize;
  /** Without the icon, where space is tight. */
  compact?: boolean;
  /** In a list: the accessible name says whose circle it is. */
  named?: boolean;
  /** For the preview of the viewer's own profile. */
  disabled?: boolean;
};

/** On the narrowest phones the name next to the button needs the space. */
const ICON = "max-[22rem]:hidden";

/**
 * Joins or leaves a person's circle. A joined circle shows In Circle, and Leave on hover, though
 * not right after joining, while the pointer is still there. The accessible name always says what a
 * press does.
 */
export function CircleButton({ person, size = "sm", compact = false, named = false, disabled }: Props) {
  const t = useTranslate();
  const [justJoined, setJustJoined] = useState(false);
  const toastId = `circle of ${person._id}`;
  const toggleCircle = useToggleCircle(person, (message) => {
    toast.dismiss(toastId);
    toast.error(message);
  });
  const { isInCircle } = person;
  const name = isolated(person.name);
  const action = () => {
    if (isInCircle) return named ? t("In Circle: Leave circle of {name}", { name }) : t("In Circle");
    return named ? t("Join Circle of {name}", { name }) : t("Join Circle");
  };
  const toggle = () => {
    const joined = toggleCircle();
    setJustJoined(joined);
    if (joined) toast.dismiss(toastId);
    else undoToast(t("You left {name}'s circle.", { name }), () => toggleCircle(true), { id: toastId });
  };
  return (
    <button
      type="button"
      disabled={disabled}
      // The name contains both texts of the button, so that voice control finds it by either.
      aria-label={action()}
      onClick={toggle}
      onPointerLeave={() => setJustJoined(false)}
      className={buttonStyle({
        // A screen has one primary action. In a list every row has this button: soft there.
        variant: isInCircle ? "secondary" : named ? "soft" : "primary",
        size,
        className: "group/circle",
      })}
    >
      {isInCircle ? <Joined compact={compact} justJoined={justJoined} /> : <Unjoined compact={compact} />}
    </button>
  );
}

function Unjoined({ compact }: { compact: boolean }) {
  const t = useTranslate();
  return (
    <span className="inline-flex items-center gap-2">
      {!compact && <UserPlus aria-hidden className={ICON} />}
      {t("Join Circle")}
    </span>
  );
}

/**
 * Both texts share one grid cell, so that the button's width is the same for either. Right after
 * joining, the dot of the logo joins its ring.
 */
function Joined({ compact, justJoined }: { compact: boolean; justJoined: boolean }) {
  const t = useTranslate();
  const hideOnHover = justJoined ? "" : "group-hover/circle:invisible";
  const showOnHover = justJoined ? "" : "group-hover/circle:visible";
  return (
    <span className="grid place-items-center [&>*]:col-start-1 [&>*]:row-start-1">
      <span className={`inline-flex items-center gap-2 ${hideOnHover}`}>
        {!compact && <LogoMark mono joins={justJoined} className={cx("p-px", ICON)} />}
        {t("In Circle")}
      </span>
      <span className={`invisible inline-flex items-center gap-2 text-danger ${showOnHover}`}>
        {!compact && <UserX aria-hidden className={ICON} />}
        {t("Leave")}
      </span>
    </span>
  );
}
