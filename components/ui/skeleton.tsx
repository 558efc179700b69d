import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";

/** A grey placeholder shape; `className` sets size and radius. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("block animate-shimmer rounded-field bg-skeleton", className)} />;
}

/**
 * Groups the skeletons of something that loads. They appear after 200 ms, so that quick answers do
 * not flicker. Screen readers get the label instead of the shapes.
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
