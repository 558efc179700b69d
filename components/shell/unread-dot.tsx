import { cx } from "@/components/ui/cx";

/** A red dot for the eye and the number for the ear, while something is unread. */
export function UnreadDot({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden data-dot className={cx("size-2 rounded-full bg-danger", className)} />
      <span className="sr-only">({count} unread)</span>
    </>
  );
}
