"use client";

import * as AlertDialog from "radix-ui/alert-dialog";
import { type ReactNode, type RefObject, useRef } from "react";
import { Button } from "@/components/ui/button";
import { useBackToClose } from "@/lib/dom/back";
import { useReturnFocus } from "@/lib/dom/use-return-focus";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The consequence of confirming. */
  description?: string;
  /** The action, such as `Delete` or `Log out`. */
  confirmLabel: string;
  cancelLabel?: string;
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

/** Asks before a destructive action. The initial focus is on Cancel, so that Enter is safe. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = "Cancel",
  danger = false,
  isPending,
  error,
  onConfirm,
  onCancel,
  finalFocus,
  children,
}: Props) {
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
  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-60 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <AlertDialog.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            focus.saveFocus();
            event.preventDefault();
            cancel.current?.focus();
          }}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-0 z-60 m-auto h-fit w-[calc(100%-2rem)] max-w-sm rounded-card border border-line bg-surface p-6 shadow-float outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
        >
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          {description && (
            <AlertDialog.Description className="mt-2 text-ink2">{description}</AlertDialog.Description>
          )}
          {children}
          <div aria-live="assertive" className="empty:hidden">
            {error && <p className="mt-3 font-medium text-danger text-label">{error}</p>}
          </div>
          <div className="mt-6 flex flex-wrap-reverse justify-end gap-3">
            <Button ref={cancel} variant="secondary" onClick={onCancel ?? (() => change(false))}>
              {cancelLabel}
            </Button>
            <Button variant={danger ? "danger" : "primary"} isPending={isPending} onClick={confirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
