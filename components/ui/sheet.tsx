"use client";

import type { ComponentProps, ReactNode } from "react";

/** What dialogs, questions and menus share below 768px, where they come from the bottom. */

/** The backdrop behind them; a dialog's is below the backdrop of the question it asks. */
export const SCRIM =
  "fixed inset-0 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in";

/** A surface at the bottom of a phone, and in the middle of a wider screen. */
export const SHEET =
  "fixed inset-x-0 bottom-0 mx-auto max-h-[92dvh] w-full rounded-t-card border border-line bg-surface pb-safe shadow-float outline-none data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in md:inset-y-0 md:my-auto md:h-fit md:rounded-card md:pb-0 md:data-[state=closed]:animate-pop-out md:data-[state=open]:animate-pop-in";

/** The mark at a sheet's upper edge, by which a finger drags it down (`useSheetDrag`). */
export function SheetHandle(props: ComponentProps<"div">) {
  return (
    <div aria-hidden className="flex h-6 shrink-0 touch-none justify-center pt-1.5 md:hidden" {...props}>
      <span className="h-1 w-9 rounded-full bg-line-strong" />
    </div>
  );
}

/**
 * The two answers at the end of a question or a form: Cancel first, and last the verb. On phones
 * they are as wide as the sheet and begin at the bottom, at the thumb.
 */
export const Answers = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col-reverse gap-2 md:flex-row md:flex-wrap-reverse md:justify-end md:gap-3">
    {children}
  </div>
);
