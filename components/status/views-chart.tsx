"use client";

import type { ViewsOfDay } from "@/lib/analytics/schema";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import { formatCount } from "@/lib/text/counts";

const DAY_AND_MONTH = { day: "numeric", month: "long", timeZone: "UTC" } as const;
const nameOf = (day: string) => new Date(day).toLocaleDateString("en-GB", DAY_AND_MONTH);

/** A bar chart of page views, with a table for screen readers. `days` is sorted oldest first. */
export function ViewsChart({ days }: { days: ViewsOfDay[] }) {
  const t = useTranslate();
  const top = scaleTop(Math.max(0, ...days.map(({ views }) => views)));
  const total = days.reduce((sum, { views }) => sum + views, 0);
  const [first, last] = [days.at(0)?.day, days.at(-1)?.day];
  return (
    <figure className="relative">
      <figcaption>
        <h2 className="text-lg">{t("Page views")}</h2>
        <p className="text-ink2 text-sm">
          <Rich
            text="{views} in the last {days} days, counted without knowing who looked"
            values={{
              views: <span className="tabular-nums">{total.toLocaleString("en-IN")}</span>,
              days: days.length,
            }}
          />
        </p>
      </figcaption>
      <div aria-hidden className="mt-4">
        <div className="grid h-32 grid-cols-[minmax(0,1fr)_auto] gap-x-2">
          <div className="relative flex items-end gap-0.5 border-line-strong border-b xs:gap-1.5">
            <span className="absolute inset-x-0 top-0 border-line border-t border-dashed" />
            <span className="absolute inset-x-0 top-1/2 border-line border-t border-dashed" />
            {days.map(({ day, views }) => (
              <span
                key={day}
                title={`${nameOf(day)}: ${views.toLocaleString("en-IN")}`}
                className="relative flex h-full min-w-0 flex-1 items-end"
              >
                <span
                  className="w-full rounded-t-sm bg-brand"
                  // A minimum height distinguishes a day with few views from a day without any.
                  style={{ height: views === 0 ? 0 : `max(${(views / top) * 100}%, 3px)` }}
                />
              </span>
            ))}
          </div>
          <div className="relative text-right text-ink2 text-xs tabular-nums">
            <span className="invisible">{formatCount(top)}</span>
            <span className="absolute top-0 right-0 -translate-y-1/2">{formatCount(top)}</span>
            <span className="absolute top-1/2 right-0 -translate-y-1/2">{formatCount(top / 2)}</span>
            <span className="absolute right-0 bottom-0 translate-y-1/2">0</span>
          </div>
        </div>
        <div className="mt-2 flex justify-between gap-4 text-ink2 text-xs">
          <span>{first && nameOf(first)}</span>
          <span className="font-semibold text-ink">{t("Today")}</span>
        </div>
      </div>
      <div className="sr-only">
        <table>
          <caption>
            {first && last
              ? t("Page views of each day, {first} to {last}, in universal time", {
                  first: nameOf(first),
                  last: nameOf(last),
                })
              : t("Page views of each day, in universal time")}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t("Day")}</th>
              <th scope="col">{t("Views")}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, views }) => (
              <tr key={day}>
                <th scope="row">{nameOf(day)}</th>
                <td>{views.toLocaleString("en-IN")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** The top of the scale: the next round number with an integer half (2, 4, 6, 8, 10, 20, 40 …). */
export function scaleTop(highest: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  return Math.max(1, Math.ceil(highest / (2 * unit))) * 2 * unit;
}
