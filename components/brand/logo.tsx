import { cx } from "@/components/ui/cx";
import { APP_NAME } from "@/lib/product";

type MarkProps = {
  mono?: boolean;
  /** The dot joins the ring as the mark appears. */
  joins?: boolean;
  className?: string;
};

/** The logo: a ring, and a dot for a person joining the circle. Decorative next to the name. */
export function LogoMark({ mono = false, joins = false, className }: MarkProps) {
  return (
    <svg
      viewBox="0 0 43 43"
      aria-hidden
      focusable="false"
      className={cx(
        "shrink-0",
        joins &&
          "[&>circle]:origin-center [&>circle]:[transform-box:fill-box] [&>circle:first-child]:animate-ring-in [&>circle:last-child]:animate-dot-in",
        className ?? "size-7",
      )}
    >
      <circle
        cx="19"
        cy="24"
        r="16"
        fill="none"
        strokeWidth="6"
        className={mono ? "stroke-current" : "stroke-brand"}
      />
      <circle cx="35.5" cy="7.5" r="7.5" className={mono ? "fill-current" : "fill-gold"} />
    </svg>
  );
}

/** The logo and the product's name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx("inline-flex items-center gap-3", className)}>
      <LogoMark />
      <span className="font-bold font-display text-xl tracking-tight">{APP_NAME}</span>
    </span>
  );
}
