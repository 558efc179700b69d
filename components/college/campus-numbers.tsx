"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Figure, ModerationNumbers, timeOf } from "@/components/college/moderation-numbers";
import { WeekChart } from "@/components/college/week-chart";
import { RowsPlaceholder } from "@/components/moderation/list-states";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { campusNumbersOptions } from "@/lib/college/client/queries";
import { SMALL_GROUP } from "@/lib/college/policy";
import type { CampusNumbers as Numbers } from "@/lib/college/schema";
import { saveFile } from "@/lib/dom/save-file";
import { useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import { useMe } from "@/lib/profiles/client/queries";
import { exactCount } from "@/lib/text/counts";
import { CSV_START, csvLine } from "@/lib/text/csv";
import { isoDay } from "@/lib/time/relative-time";

const SERIES = [
  { key: "posts", title: "Posts a week" },
  { key: "comments", title: "Comments a week" },
  { key: "joined", title: "Sign-ups a week" },
] as const;

/** How alive the campus is. Small numbers are not shown, because they could reveal one person. */
export function CampusNumbers() {
  const t = useTranslate();
  const query = useQuery(campusNumbersOptions());
  if (!query.data) {
    return (
      <Card bleed>
        <RowsPlaceholder padded query={query} label={t("Loading numbers")} />
      </Card>
    );
  }
  const { active, hoursToFirstComment, weeks } = query.data;
  return (
    <Card bleed className="flex flex-col gap-6 p-4 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{t("Campus")}</h2>
        <Button variant="secondary" size="sm" onClick={() => saveNumbers(query.data)}>
          <Download aria-hidden />
          {t("Export as CSV")}
        </Button>
      </div>
      <dl className="grid grid-cols-1 gap-4 xs:grid-cols-2 md:grid-cols-4">
        <Figure label={t("Active in the last day")}>{countText(active.day, t)}</Figure>
        <Figure label={t("Active in 7 days")}>{countText(active.week, t)}</Figure>
        <Figure label={t("Active in 30 days")}>{countText(active.month, t)}</Figure>
        <Figure label={t("Median time to the first comment")}>{timeOf(hoursToFirstComment)}</Figure>
      </dl>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-3">
        {SERIES.map(({ key, title }) => (
          <WeekChart
            key={key}
            title={t(title)}
            weeks={weeks.map((week) => ({ from: week.from, count: week[key] }))}
          />
        ))}
      </div>
    </Card>
  );
}

/** A count, unless it is so small that it is not shown. */
const countText = (count: number | null, t: Translate) =>
  count === null ? t("Under {count}", { count: SMALL_GROUP }) : exactCount(count);

function saveNumbers({ active, hoursToFirstComment, weeks }: Numbers): void {
  const cell = (count: number | null) => count ?? `under ${SMALL_GROUP}`;
  const lines = [
    csvLine(["Number", "Value"]),
    csvLine(["Active in the last day", cell(active.day)]),
    csvLine(["Active in 7 days", cell(active.week)]),
    csvLine(["Active in 30 days", cell(active.month)]),
    csvLine(["Median hours to the first comment", hoursToFirstComment]),
    csvLine([]),
    csvLine(["Week from", "Posts", "Comments", "Sign-ups"]),
    ...weeks.map(({ from, posts, comments, joined }) =>
      csvLine([from, cell(posts), cell(comments), cell(joined)]),
    ),
  ];
  const file = new Blob([CSV_START, ...lines], { type: "text/csv" });
  saveFile(file, `campus-numbers-${isoDay(new Date())}.csv`);
}

/** How alive the campus is, for admins; and how moderation goes, for all of the staff. */
export function NumbersScreen() {
  const isAdmin = useMe()?.staffRole === "admin";
  return (
    <>
      {isAdmin && <CampusNumbers />}
      <ModerationNumbers />
    </>
  );
}
