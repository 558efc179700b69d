"use client";

import { ArrowLeft, CheckCheck, ListFilter, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { FILTERS, filterName, type NotificationFilter } from "@/components/notifications/filter";
import { Badge } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/button-style";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuChoices } from "@/components/ui/menu";
import { HOME } from "@/lib/paths";
import { formatBadge } from "@/lib/text/counts";

type Props = {
  unread: number;
  filter: NotificationFilter;
  onFilter: (filter: NotificationFilter) => void;
  onMarkAllRead: () => void;
};

/** An icon on phones, a button with text on wider screens. */
const TOOL = `${buttonStyle({ variant: "secondary", size: "sm" })} max-md:size-11 max-md:border-transparent max-md:bg-transparent max-md:p-0`;

/** Back, the title with the unread count, Mark All Read and the filter. */
export function NotificationsHeader({ unread, filter, onFilter, onMarkAllRead }: Props) {
  const router = useRouter();
  // After opening a link in a new tab there is no page to go back to.
  const goBack = () => (window.history.length > 1 ? router.back() : router.push(HOME));
  return (
    <>
      <header className="flex min-h-14 items-center gap-1 px-1.5 md:mb-4 md:min-h-9 md:px-0">
        <IconButton label="Back" onClick={goBack} className="text-ink md:-ml-3.5">
          <ArrowLeft />
        </IconButton>
        <h1 className="min-w-0 truncate text-xl md:text-2xl">Notifications</h1>
        {unread > 0 && (
          <Badge tone="alert" className="ml-1.5">
            {formatBadge(unread)}
            <span className="sr-only"> unread</span>
          </Badge>
        )}
        <div className="ml-auto flex shrink-0 items-center md:gap-3">
          {unread > 0 && (
            <button type="button" title="Mark All Read" className={TOOL} onClick={onMarkAllRead}>
              <CheckCheck aria-hidden className="lg:mr-2" />
              <span className="max-lg:sr-only">Mark All Read</span>
            </button>
          )}
          <Menu
            trigger={
              <button type="button" className={TOOL}>
                <ListFilter aria-hidden className="md:mr-2" />
                <span className="sr-only">Filter: </span>
                <span className="max-md:sr-only">{filterName(filter)}</span>
              </button>
            }
          >
            <MenuChoices value={filter} options={FILTERS} onChange={onFilter} />
          </Menu>
        </div>
      </header>
      {filter !== "all" && (
        <div className="mb-3 flex min-h-11 items-center justify-between gap-2 bg-soft pr-1 pl-4 font-medium text-brand md:hidden">
          <span>Showing: {filterName(filter)}</span>
          <IconButton label="Clear filter" tone="brand" onClick={() => onFilter("all")}>
            <X />
          </IconButton>
        </div>
      )}
    </>
  );
}
