"use client";

import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "@/components/ui/button-style";
import { cx } from "@/components/ui/cx";
import { Spinner } from "@/components/ui/progress";

type Props = Omit<ComponentProps<"button">, "children"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Fills the width of its container. */
  wide?: boolean;
  /** Replaces the label with a spinner and ignores presses. Width and focus do not change. */
  isPending?: boolean;
  children: ReactNode;
};

/** A button for actions; for navigation use `ButtonLink`. */
export function Button({
  variant,
  size,
  wide,
  isPending = false,
  className,
  type = "button",
  onClick,
  children,
  ...rest
}: Props) {
  // Not `disabled`, which would drop the keyboard focus: a loading button ignores presses instead.
  // That covers Enter in a field, too: browsers submit a form by pressing its submit button.
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      className={buttonStyle({ variant, size, wide, className })}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={handleClick}
      {...rest}
    >
      <span
        className={cx("inline-flex max-w-full items-center justify-center gap-2", isPending && "opacity-0")}
      >
        {children}
      </span>
      {isPending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  );
}
