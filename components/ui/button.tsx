"use client";

import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "@/components/ui/button-style";
import { cx } from "@/components/ui/cx";
import { Spinner } from "@/components/ui/spinner";

type Props = Omit<ComponentProps<"button">, "children"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Fills the width of its container. */
  wide?: boolean;
  /**
   * Shows a spinner in place of the label, keeps the width, ignores further presses and keeps
   * focus.
   */
  loading?: boolean;
  children: ReactNode;
};

/** Does something. For going somewhere take `ButtonLink`. */
export function Button({
  variant,
  size,
  wide,
  loading = false,
  className,
  type = "button",
  onClick,
  children,
  ...rest
}: Props) {
  // A disabled button would drop the keyboard's focus while it works, so a busy one refuses presses
  // itself. That covers Enter in a field too: browsers submit a form by pressing its submit button.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      className={buttonStyle({ variant, size, wide, className })}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={press}
      {...rest}
    >
      <span className={cx("inline-flex items-center justify-center gap-2", loading && "opacity-0")}>
        {children}
      </span>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  );
}
