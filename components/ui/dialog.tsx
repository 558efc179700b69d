"use client";

import * as RadixDialog from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { type KeyboardEventHandler, type ReactNode, type RefObject, useRef } from "react";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { SCRIM, SHEET } from "@/components/ui/sheet";
import { useBackToClose } from "@/lib/dom/back";
import { useSheetDrag } from "@/lib/dom/touch";
import { useReturnFocus } from "@/lib/dom/use-return-focus";
import { useTranslate } from "@/lib/language/translate";

type Width = "sm" | "md" | "lg" | "split";

const WIDTHS: Record<Width, string> = {
  sm: "md:max-w-md",
  md: "md:max-w-xl",
  lg: "md:max-w-3xl",
  // Two panes, where there is room for them.
  split: "md:max-w-xl rail:max-w-5xl",
};

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A sentence for screen readers, announced after the title. */
  description?: string;
  width?: Width;
  /** Buttons next to the cross. */
  tools?: ReactNode;
  /** Fixed below the scrolling content. */
  footer?: ReactNode;
  /** The content begins at its end, and what is added above it moves nothing. */
  opensAtEnd?: boolean;
  /** The dialog is a page of its own, which Back leaves anyway. */
  isPage?: boolean;
  /**
   * Called before Escape, the backdrop, the cross, a swipe or Back closes the dialog; false
   * prevents it.
   */
  canClose?: () => boolean;
  onKeyDown?: KeyboardEventHandler;
  /** The element to focus first; by default the first focusable one, which is the cross. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/**
 * A modal dialog: a centred card from 768px, a bottom sheet on phones. It traps and returns the
 * focus. Escape, a press on the backdrop and Back close it; a finger also drags a sheet down by its
 * head.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  width = "md",
  tools,
  footer,
  opensAtEnd = false,
  isPage = false,
  canClose,
  onKeyDown,
  initialFocus,
  children,
}: Props) {
  const t = useTranslate();
  const change = (next: boolean) => {
    if (next || !canClose || canClose()) onOpenChange(next);
  };
  const focus = useReturnFocus();
  useBackToClose(open && !isPage, () => change(false));
  const sheet = useRef<HTMLDivElement>(null);
  const head = useSheetDrag(sheet, () => change(false));
  return (
    <RadixDialog.Root open={open} onOpenChange={change}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={cx(SCRIM, "z-50")} />
        <RadixDialog.Content
          ref={sheet}
          onKeyDown={onKeyDown}
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            focus.saveFocus();
            if (!initialFocus?.current) return;
            event.preventDefault();
            initialFocus.current.focus();
          }}
          onCloseAutoFocus={focus.restoreFocus}
          data-sheet
          className={cx(
            SHEET,
            "z-50 flex flex-col overflow-hidden md:max-h-[min(88dvh,56rem)]",
            WIDTHS[width],
          )}
        >
          <span
            aria-hidden
            className="absolute inset-x-0 top-1.5 mx-auto h-1 w-9 rounded-full bg-line-strong md:hidden"
          />
          <div
            {...head}
            // The buttons move below the title where its longest word has no space next to them.
            className="flex shrink-0 flex-wrap items-center gap-x-4 border-line border-b p-2 max-md:touch-none max-md:pt-3"
          >
            <RadixDialog.Title className="w-min max-w-full grow pl-3 text-lg">{title}</RadixDialog.Title>
            {description && (
              <RadixDialog.Description className="sr-only">{description}</RadixDialog.Description>
            )}
            <div className="ml-auto flex shrink-0">
              {tools}
              <RadixDialog.Close asChild>
                <IconButton label={t("Close")}>
                  <X />
                </IconButton>
              </RadixDialog.Close>
            </div>
          </div>
          {/* Relative: text for screen readers alone would make the dialog itself scroll. */}
          <div
            className={cx(
              "relative min-h-0 flex-1 overflow-y-auto overscroll-contain p-5",
              opensAtEnd && "flex flex-col-reverse",
            )}
          >
            {opensAtEnd ? <div className="mb-auto">{children}</div> : children}
          </div>
          {footer && <div className="shrink-0 border-line border-t px-5 py-3">{footer}</div>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
