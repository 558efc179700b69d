import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** A placeholder for an empty screen or list, with an explanation and an action. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon?: LucideIcon;
  title: string;
  /** The explanation, in one line. */
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      {Icon && (
        <span className="mb-2 grid size-14 place-items-center rounded-full bg-soft text-brand">
          <Icon aria-hidden className="size-6" />
        </span>
      )}
      <p className="max-w-full font-bold font-display text-lg tracking-tight">{title}</p>
      {children && <p className="w-full max-w-sm text-balance text-ink2">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
