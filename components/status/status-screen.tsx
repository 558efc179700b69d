"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { ViewsChart } from "@/components/status/views-chart";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import type { ViewsOfDay } from "@/lib/analytics/schema";
import { useTranslate } from "@/lib/language/translate";
import { APP_NAME } from "@/lib/product";

type ServiceStatus = { name: string; ok: boolean; detail: string };

/** The status page: a summary, the state of each service, and the page views. */
export function StatusScreen({
  parts,
  views,
  version,
}: {
  parts: ServiceStatus[];
  /** Undefined if they cannot be read. */
  views: ViewsOfDay[] | undefined;
  version: string;
}) {
  const t = useTranslate();
  const failing = parts.filter((part) => !part.ok);
  const isHealthy = failing.length === 0;
  return (
    <div className="w-full max-w-lg animate-rise">
      <div
        className={cx(
          "flex items-center gap-3 rounded-card px-5 py-4",
          isHealthy ? "bg-success-soft text-success-ink" : "bg-danger-soft text-danger",
        )}
      >
        {isHealthy ? (
          <CircleCheck aria-hidden className="size-7 shrink-0" />
        ) : (
          <CircleAlert aria-hidden className="size-7 shrink-0" />
        )}
        <h1 className="text-xl">{isHealthy ? t("Everything is working") : t("Something is not working")}</h1>
      </div>
      <Card className="mt-4">
        <dl className="divide-y divide-line">
          {parts.map((part) => (
            <div key={part.name} className="flex min-h-16 items-center justify-between gap-4 px-5 py-3">
              <dt className="min-w-0">
                <span className="block font-semibold">{t(part.name)}</span>
                <span className="block text-ink2 text-sm">{t(part.detail)}</span>
              </dt>
              <dd
                className={cx(
                  "flex items-center gap-2 font-medium text-label",
                  part.ok ? "text-success-ink" : "text-danger",
                )}
              >
                <span
                  aria-hidden
                  className={cx("size-2 rounded-full", part.ok ? "bg-success" : "bg-danger")}
                />
                {part.ok ? t("Working") : t("Not answering")}
              </dd>
            </div>
          ))}
          <div className="flex min-h-14 items-center justify-between gap-4 px-5 py-3">
            <dt className="font-semibold">{t("Version")}</dt>
            <dd className="text-ink2 tabular-nums">{version}</dd>
          </div>
        </dl>
      </Card>
      <Card className="mt-4 p-5">
        {views ? (
          <ViewsChart days={views} />
        ) : (
          <>
            <h2 className="text-lg">{t("Page views")}</h2>
            <p className="mt-1 text-ink2 text-label">{t("Page views aren't available right now.")}</p>
          </>
        )}
      </Card>
      <p className="mt-4 text-center text-ink2 text-sm">
        {isHealthy
          ? t("{appName} is up. If a screen still misbehaves, refresh it.", { appName: APP_NAME })
          : t("We're working on it. Other features keep working.")}
      </p>
    </div>
  );
}
