import { SMALL_GROUP } from "@/lib/college/policy";
import { useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import { exactCount } from "@/lib/text/counts";
import { dayMonthYear, startOfIsoDay } from "@/lib/time/relative-time";

/** `count` is null where it is so small that it is not shown. */
type Week = { from: string; count: number | null };

const dayOf = ({ from }: Week) => dayMonthYear(startOfIsoDay(from));
const textOf = ({ count }: Week, t: Translate) =>
  count === null ? t("under {count}", { count: SMALL_GROUP }) : exactCount(count);

/** A bar for each week, the last of which is under way; a table for screen readers. */
export function WeekChart({ title, weeks }: { title: string; weeks: readonly Week[] }) {
  const t = useTranslate();
  const highest = Math.max(SMALL_GROUP, ...weeks.map(({ count }) => count ?? 0));
  const [first] = weeks;
  const last = weeks.at(-1);
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{title}</span>
        {last && (
          <span className="text-ink2 text-sm">{t("This week: {count}", { count: textOf(last, t) })}</span>
        )}
      </figcaption>
      <div aria-hidden className="flex h-28 items-end gap-1 border-line border-b">
        {weeks.map((week) => (
          <span
            key={week.from}
            title={`${dayOf(week)}: ${textOf(week, t)}`}
            style={{ height: `${Math.max(4, ((week.count ?? 0) / highest) * 100)}%` }}
            className={`min-w-0 flex-1 rounded-t-sm forced-colors:border ${week.count === null ? "bg-line-strong" : "bg-brand"}`}
          />
        ))}
      </div>
      <p aria-hidden className="flex flex-wrap justify-between gap-x-3 text-ink2 text-sm">
        <span>{first && dayOf(first)}</span>
        {weeks.some(({ count }) => count !== null) && (
          <span>{t("highest {count}", { count: exactCount(highest) })}</span>
        )}
      </p>
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Week from")}</th>
            <th scope="col">{t("Count")}</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.from}>
              <th scope="row">{dayOf(week)}</th>
              <td>{textOf(week, t)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
