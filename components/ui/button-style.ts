import { cx } from "@/components/ui/cx";

export type ButtonVariant = "primary" | "secondary" | "soft" | "ghost" | "danger" | "dangerOutline";
export type ButtonSize = "sm" | "md" | "lg";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "bg-brand text-on-brand hover:bg-brand-strong",
  secondary: "border border-line bg-surface text-ink hover:border-line-strong hover:bg-sunken",
  soft: "bg-soft text-brand hover:bg-soft-strong",
  ghost: "text-ink2 hover:bg-sunken hover:text-ink",
  danger: "bg-danger text-on-danger hover:bg-danger-strong",
  dangerOutline: "border border-line bg-surface text-danger hover:border-danger hover:bg-danger-soft",
};

/* `sm` is 36px tall, with a touch target of 44px. */
const SIZES: Record<ButtonSize, string> = {
  sm: "touch-target min-h-9 text-label",
  md: "min-h-11 text-base",
  lg: "min-h-12 text-base",
};

const PADDINGS: Record<ButtonSize, string> = { sm: "px-4", md: "px-5", lg: "px-7" };

type StyleOptions = { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean; className?: string };

/** The class names shared by `Button` and `ButtonLink`. */
export function buttonStyle({
  variant = "primary",
  size = "md",
  wide = false,
  className,
}: StyleOptions): string {
  return cx(
    // Forced colours remove what fills it.
    "forced-colors:border",
    "relative inline-flex max-w-full shrink-0 select-none items-center justify-center rounded-full text-center font-semibold",
    "transition-[background-color,border-color,color,opacity,transform] active:scale-[0.98]",
    "disabled:pointer-events-none disabled:opacity-50 aria-disabled:active:scale-100",
    "[&_svg]:size-5 [&_svg]:shrink-0",
    VARIANTS[variant],
    SIZES[size],
    wide ? "w-full px-4" : PADDINGS[size],
    className,
  );
}
