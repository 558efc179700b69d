import { Fragment, type ReactNode } from "react";
import { cx } from "@/components/ui/cx";

/** A grey placeholder shape; `className` sets size and radius. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("block animate-shimmer rounded-field bg-skeleton", className)} />;
}

/**
 * Groups the skeletons of something that loads, `count` times the same. They appear after 200 ms, so that quick answers do
 * not flicker. Screen readers get the label instead of the shapes.
 */
export function SkeletonGroup({
  label,
  className,
  count = 1,
  children,
}: {
  label: string;
  className?: string;
  count?: number;
  children: ReactNode;
}) {
  return (
    <div role="status" className={cx("animate-after-delay", className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no id
        <Fragment key={index}>{children}</Fragment>
      ))}
    </div>
  );
}
