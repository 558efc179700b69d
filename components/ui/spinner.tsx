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
