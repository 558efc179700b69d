"use client";

import { useState } from "react";
import { type MenuPerson, usePersonActions } from "@/components/safety/use-person-actions";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useTranslate } from "@/lib/language/translate";
import { MUTE_DAYS } from "@/lib/safety/policy";
import { isolated } from "@/lib/text/names";

type Props = { person: MenuPerson; onClose: () => void };

const LABELS: Record<Exclude<(typeof MUTE_DAYS)[number], null>, string> = { 1: "For a day", 7: "For a week" };
const DAY_MS = 24 * 60 * 60_000;

/** Asks for how long to mute a person. */
export function MuteDialog({ person, onClose }: Props) {
  const t = useTranslate();
  const { mute, isHiding } = usePersonActions(person);
  const [days, setDays] = useState<number | null>(MUTE_DAYS[0]);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("Mute {name}?", { name: isolated(person.name) })}
      description={t(
        "You won't see their posts and comments, or get notifications from them. They won't be notified.",
      )}
      confirmLabel={t("Mute")}
      isPending={isHiding}
      onConfirm={() =>
        void mute(days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString()).then(onClose)
      }
    >
      <fieldset className="mt-4 flex flex-col">
        <legend className="sr-only">{t("For how long")}</legend>
        {MUTE_DAYS.map((option) => (
          <label
            key={option}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-2 font-medium hover:bg-sunken"
          >
            <input
              type="radio"
              name="mute-days"
              checked={days === option}
              onChange={() => setDays(option)}
              className="size-5 shrink-0 accent-brand"
            />
            {option === null ? t("Until I unmute them") : t(LABELS[option])}
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}

type BlockProps = Props & {
  /** Called once they are blocked, for a screen that is about them alone. */
  onBlock?: (() => void) | undefined;
};

/** Asks before blocking a person, and explains what it does. */
export function BlockDialog({ person, onBlock, onClose }: BlockProps) {
  const t = useTranslate();
  const { block, isHiding } = usePersonActions(person);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("Block {name}?", { name: isolated(person.name) })}
      description={t("You won't see each other anywhere. {name} won't be notified.", {
        name: isolated(person.name),
      })}
      confirmLabel={t("Block")}
      danger
      isPending={isHiding}
      onConfirm={() =>
        void block().then((isBlocked) => {
          onClose();
          if (isBlocked) onBlock?.();
        })
      }
    >
      <p className="mt-2 text-ink2 text-label">
        {t("You leave each other's circles. Unblocking doesn't bring that back.")}
      </p>
    </ConfirmDialog>
  );
}
