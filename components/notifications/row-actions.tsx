import { Check, Flag, Trash2 } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { useTranslate } from "@/lib/language/translate";

type Props = {
  /** The id of the row's text, which says what the actions apply to. */
  describedBy: string;
  /** Without it the row is read already. */
  onMarkRead?: (() => void) | undefined;
  onDelete: () => void;
  /** Only for what another member wrote by hand. */
  onReport?: (() => void) | undefined;
};

/** The actions of a row, as icons. */
export function RowActions({ describedBy, onMarkRead, onDelete, onReport }: Props) {
  const t = useTranslate();
  const shared = {
    "aria-describedby": describedBy,
    className: "-my-1 size-8! touch:size-9! [&_svg]:size-4!",
  };
  return (
    // Above the link that covers the row.
    <div className="relative z-1 -mr-2 flex shrink-0">
      {onMarkRead && (
        <IconButton label={t("Mark as read")} onClick={onMarkRead} {...shared}>
          <Check aria-hidden />
        </IconButton>
      )}
      {onReport && (
        <IconButton label={t("Report")} onClick={onReport} {...shared}>
          <Flag aria-hidden />
        </IconButton>
      )}
      <IconButton label={t("Delete")} tone="danger" onClick={onDelete} {...shared}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}
