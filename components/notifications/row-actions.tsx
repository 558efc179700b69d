"use client";

import { Check, Ellipsis, Flag, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useText } from "@/lib/language/text";

type Props = {
  /** The id of the row's text, which says what the actions apply to. */
  describedBy: string;
  /** Without it the row is read already. */
  onMarkRead?: (() => void) | undefined;
  onDelete: () => void;
  /** Of what another member wrote by hand. */
  onReport?: (() => void) | undefined;
};

/** The actions of a row. They show on hover and focus, on phones and touch screens in a menu. */
export function RowActions({ describedBy, onMarkRead, onDelete, onReport }: Props) {
  const t = useText();
  return (
    // Above the link that covers the row.
    <div className="relative z-1 flex shrink-0">
      <span className="hidden items-center gap-1 opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100 md:not-touch:flex">
        {onMarkRead && (
          <Action label={t("Mark as read")} describedBy={describedBy} onClick={onMarkRead}>
            <Check aria-hidden />
          </Action>
        )}
        {onReport && (
          <Action label={t("Report")} describedBy={describedBy} onClick={onReport}>
            <Flag aria-hidden />
          </Action>
        )}
        <Action label={t("Delete")} describedBy={describedBy} danger onClick={onDelete}>
          <Trash2 aria-hidden />
        </Action>
      </span>
      <span className="flex md:not-touch:hidden">
        <Menu
          trigger={
            <button
              type="button"
              aria-label={t("More actions")}
              aria-describedby={describedBy}
              className="touch-target grid size-6 place-items-center rounded-full text-ink2/80 hover:text-ink"
            >
              <Ellipsis aria-hidden className="size-4.5" />
            </button>
          }
        >
          {onMarkRead && (
            <MenuItem icon={<Check aria-hidden />} onSelect={onMarkRead}>
              {t("Mark as read")}
            </MenuItem>
          )}
          {onReport && (
            <MenuItem icon={<Flag aria-hidden />} onSelect={onReport}>
              {t("Report")}
            </MenuItem>
          )}
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
            {t("Delete")}
          </MenuItem>
        </Menu>
      </span>
    </div>
  );
}

function Action({
  label,
  describedBy,
  danger = false,
  onClick,
  children,
}: {
  label: string;
  describedBy: string;
  danger?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-describedby={describedBy}
      title={label}
      onClick={onClick}
      className={cx(
        "inline-flex min-h-7 items-center gap-1 rounded-full px-2.5 font-medium text-ink2 text-sm transition-colors [&_svg]:size-4",
        danger ? "hover:bg-danger-soft hover:text-danger" : "hover:bg-soft hover:text-brand",
      )}
    >
      {children}
      {/* A narrow column beside the sidebar has space for the icons only. */}
      <span className="max-lg:sr-only">{label}</span>
    </button>
  );
}
