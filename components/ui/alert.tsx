import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";

export type AlertTone = "error" | "success" | "info";

const TONES = {
  error: { style: "bg-danger-soft text-danger", Icon: CircleAlert },
  success: { style: "bg-success-soft text-success-ink", Icon: CircleCheck },
  info: { style: "bg-soft text-brand", Icon: Info },
};

/**
 * A message in the page. Screen readers announce it when it appears; the focus does not move. If
 * the same text may occur twice in a row, change the `key` so that it is announced again.
 */
export function Alert({
  tone = "error",
  className,
  children,
}: {
  tone?: AlertTone;
  className?: string;
  children: ReactNode;
}) {
  const { style, Icon } = TONES[tone];
  return (
    <div
      role="alert"
      className={cx("flex animate-fade-in items-start gap-2.5 rounded-field px-4 py-3", style, className)}
    >
      <Icon aria-hidden className="mt-px size-5 shrink-0" />
      <div className="min-w-0 flex-1 font-medium text-label">{children}</div>
    </div>
  );
}
