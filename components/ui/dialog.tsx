"use client";

import { X } from "lucide-react";
import * as RadixDialog from "radix-ui/dialog";
import type { ReactNode, RefObject } from "react";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { useBackToClose, useReturnFocus } from "@/lib/dom/layer-hooks";

type Width = "sm" | "md" | "lg";

const WIDTHS: Record<Width, string> = { sm: "md:max-w-md", md: "md:max-w-xl", lg: "md:max-w-3xl" };

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Hides the heading visually, but not from screen readers. */
  hideTitle?: boolean;
  /** A sentence for screen readers, announced after the title. */
  description?: string;
  width?: Width;
  /** Fixed below the scrolling content. */
  footer?: ReactNode;
  /** Called before Escape, the backdrop, the cross or Back closes the dialog; false prevents it. */
  canClose?: () => boolean;
  /** The element to focus first; by default the first focusable one, which is the cross. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/**
 * A modal dialog: a centred card from 768px, a bottom sheet on phones. It traps and returns the
 * focus. Escape, a press on the backdrop and, on phones, Back close it.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  hideTitle = false,
  description,
  width = "md",
  footer,
  canClose,
  initialFocus,
  children,
}: Props) {
  const change = (next: boolean) => {
    if (next || !canClose || canClose()) onOpenChange(next);
  };
  const focus = useReturnFocus();
  useBackToClose(open, () => change(false));
  return (
    <RadixDialog.Root open={open} onOpenChange={change}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <RadixDialog.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            focus.saveFocus();
            if (!initialFocus?.current) return;
            event.preventDefault();
            initialFocus.current.focus();
          }}
          onCloseAutoFocus={focus.restoreFocus}
          className={cx(
            "fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full flex-col overflow-hidden",
            "rounded-t-card border border-line bg-surface pb-safe shadow-float outline-none",
            "data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in",
            "md:inset-y-0 md:my-auto md:h-fit md:max-h-[min(88dvh,56rem)] md:rounded-card md:pb-0",
            "md:data-[state=closed]:animate-pop-out md:data-[state=open]:animate-pop-in",
            WIDTHS[width],
          )}
        >
          <div className="flex shrink-0 items-center justify-between gap-4 border-line border-b py-2 pr-2 pl-5">
            <RadixDialog.Title className={hideTitle ? "sr-only" : "text-lg"}>{title}</RadixDialog.Title>
            {description && (
              <RadixDialog.Description className="sr-only">{description}</RadixDialog.Description>
            )}
            <RadixDialog.Close asChild>
              <IconButton label="Close" className="ml-auto">
                <X />
              </IconButton>
            </RadixDialog.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
          {footer && <div className="shrink-0 border-line border-t px-5 py-3">{footer}</div>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
