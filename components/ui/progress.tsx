import { LoaderCircle } from "lucide-react";
import { cx } from "@/components/ui/cx";

/** A spinner. Decorative by default; `label` announces it where nothing else does. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const ring = <LoaderCircle aria-hidden className={cx("size-5 animate-spin", className)} />;
  if (!label) return ring;
  return (
    <span role="status" className="inline-flex">
      {ring}
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** A spinner in the middle of a page, until it is known what to show. */
export function PageSpinner({ label }: { label: string }) {
  return (
    <div className="grid min-h-60 place-items-center text-brand">
      <Spinner label={label} className="size-8" />
    </div>
  );
}

type ProgressProps = {
  /** In percent, 0 to 100. */
  value: number;
  label: string;
  /** A line, as on the edge of what is in progress. */
  isThin?: boolean;
};

export function ProgressBar({ value, label, isThin = false }: ProgressProps) {
  const percent = Math.round(Math.min(100, Math.max(0, value)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cx("overflow-hidden rounded-full bg-sunken", isThin ? "h-1" : "h-2")}
    >
      <div
        className="h-full w-full origin-left rounded-full bg-brand transition-transform duration-200"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
