"use client";

import { CheckCheck, ListFilter, X } from "lucide-react";
import { FILTERS, filterName, useFilter } from "@/components/notifications/filter";
import { Badge } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/button-style";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuChoices } from "@/components/ui/menu";
import { PageHeader } from "@/components/ui/page-header";
import { announce } from "@/lib/dom/announce";
import { useTranslate } from "@/lib/language/translate";
import { useMarkAllSeen } from "@/lib/notifications/client/mutations";
import { useUnreadCount } from "@/lib/notifications/client/queries";
import { formatBadge } from "@/lib/text/counts";

/** An icon on phones, a button with text on wider screens. */
const TOOL = `${buttonStyle({ variant: "secondary", size: "sm" })} max-md:size-11 max-md:border-transparent max-md:bg-transparent max-md:p-0`;

/** Back, the title with the unread count, Mark All Read and the filter. */
export function NotificationsHeader() {
  const t = useTranslate();
  const unread = useUnreadCount();
  const markAllSeen = useMarkAllSeen();
  const [filter, setFilter] = useFilter();
  const markAllRead = () => {
    markAllSeen.mutate();
    announce(t("All notifications marked as read."));
  };
  return (
    <>
      <div className="max-md:contents md:mb-4">
        <PageHeader
          title={t("Notifications")}
          badge={
            unread > 0 && (
              <Badge tone="alert" className="ml-1.5">
                {formatBadge(unread)}
                <span className="sr-only"> {t("unread")}</span>
              </Badge>
            )
          }
        >
          {unread > 0 && (
            <button type="button" title={t("Mark All Read")} className={TOOL} onClick={markAllRead}>
              <CheckCheck aria-hidden className="lg:mr-2" />
              <span className="max-lg:sr-only">{t("Mark All Read")}</span>
            </button>
          )}
          <Menu
            trigger={
              <button type="button" className={TOOL}>
                <ListFilter aria-hidden className="md:mr-2" />
                <span className="sr-only">{t("Filter:")} </span>
                <span className="max-md:sr-only">{t(filterName(filter))}</span>
              </button>
            }
          >
            <MenuChoices
              value={filter}
              options={FILTERS.map(({ value, label }) => ({ value, label: t(label) }))}
              onChange={setFilter}
            />
          </Menu>
        </PageHeader>
      </div>
      {filter !== "all" && (
        <div className="mb-3 flex min-h-11 items-center justify-between gap-2 bg-soft pr-1 pl-4 font-medium text-brand md:hidden">
          <span>{t("Showing: {filter}", { filter: t(filterName(filter)) })}</span>
          <IconButton label={t("Clear filter")} tone="brand" onClick={() => setFilter("all")}>
            <X />
          </IconButton>
        </div>
      )}
    </>
  );
}
