import { cx } from "@/components/ui/cx";

/** A red dot while something is unread; screen readers get the number. */
export function UnreadDot({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden data-dot className={cx("size-2 rounded-full bg-danger", className)} />
      <span className="sr-only">({count} unread)</span>
    </>
  );
}
