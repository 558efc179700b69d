import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";

/** One grey shape where something will be; size and radius come from `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("block animate-shimmer rounded-field bg-line", className)} />;
}

/**
 * Holds the skeletons of one thing that loads. They appear only after 200 ms, so that a quick
 * answer shows none, and screen readers hear one sentence instead of shapes.
 */
export function SkeletonGroup({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" className={cx("animate-after-delay", className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
