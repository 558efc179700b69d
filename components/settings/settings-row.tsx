import type { ReactNode } from "react";

/** One setting: its title, a note, and its controls. */
export function SettingsRow({
  title,
  note,
  children,
}: {
  title: string;
  note: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{title}</p>
        <p className="break-words text-ink2 text-sm">{note}</p>
      </div>
      {children}
    </div>
  );
}
