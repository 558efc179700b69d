"use client";

import * as AlertDialog from "@radix-ui/react-alert-dialog";
import { type ReactNode, type RefObject, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Answers, SCRIM, SHEET, SheetHandle } from "@/components/ui/sheet";
import { useBackToClose } from "@/lib/dom/back";
import { useSheetDrag } from "@/lib/dom/touch";
import { useReturnFocus } from "@/lib/dom/use-return-focus";
import { useTranslate } from "@/lib/language/translate";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The consequence of confirming. */
  description?: string;
  /** The action, such as `Delete` or `Log out`. */
  confirmLabel: string;
  cancelLabel?: string;
  /** The action is destructive (docs/glossary.md, danger). */
  danger?: boolean;
  /**
   * Whether the action is running. If set, confirming leaves the dialog open, for its owner to
   * close; if undefined, confirming closes it at once.
   */
  isPending?: boolean;
  /** Why the action failed. */
  error?: string | null;
  onConfirm: () => void;
  /** The cancel button does more than close the dialog. */
  onCancel?: () => void;
  /** Gets the focus afterwards, if it is there by then, and not what had opened the dialog. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** Between the description and the buttons. */
  children?: ReactNode;
};

/**
 * Asks before an action: in the middle of a screen, from the bottom of a phone. The verb that the
 * action is named by is red if it is destructive. The initial focus is on Cancel, so that Enter is
 * safe.
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  danger = false,
  isPending,
  error,
  onConfirm,
  onCancel,
  finalFocus,
  children,
}: Props) {
  const t = useTranslate();
  const cancel = useRef<HTMLButtonElement>(null);
  const change = (next: boolean) => {
    if (!isPending) onOpenChange(next);
  };
  const confirm = () => {
    if (isPending === undefined) onOpenChange(false);
    onConfirm();
  };
  const focus = useReturnFocus();
  const returnFocus = (event: Event) => {
    focus.restoreFocus(event);
    finalFocus?.current?.focus();
  };
  useBackToClose(open, () => change(false));
  const sheet = useRef<HTMLDivElement>(null);
  const handle = useSheetDrag(sheet, () => change(false));
  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={cx(SCRIM, "z-60")} />
        <AlertDialog.Content
          ref={sheet}
          data-sheet
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            focus.saveFocus();
            event.preventDefault();
            cancel.current?.focus();
          }}
          onCloseAutoFocus={returnFocus}
          className={cx(SHEET, "z-60 overflow-y-auto overscroll-contain md:max-w-sm")}
        >
          <SheetHandle {...handle} />
          <div className="px-5 pb-5 md:p-6">
            <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
            {description && (
              <AlertDialog.Description className="mt-2 text-ink2">{description}</AlertDialog.Description>
            )}
            {children}
            <div aria-live="assertive" className="empty:hidden">
              {error && <p className="mt-3 font-medium text-danger text-label">{error}</p>}
            </div>
            <div className="mt-6">
              <Answers>
                <Button ref={cancel} variant="secondary" onClick={onCancel ?? (() => change(false))}>
                  {cancelLabel ?? t("Cancel")}
                </Button>
                <Button variant={danger ? "danger" : "primary"} isPending={isPending} onClick={confirm}>
                  {confirmLabel}
                </Button>
              </Answers>
            </div>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
