"use client";

import { useQuery } from "@tanstack/react-query";
import { Megaphone } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Form } from "@/components/ui/field";
import { RelativeTime } from "@/components/ui/relative-time";
import { SelectField } from "@/components/ui/select-field";
import { Skeleton } from "@/components/ui/skeleton";
import { CharCounter, TextareaField, TextField } from "@/components/ui/text-field";
import { messageOf } from "@/lib/api/client/api-client-error";
import { announce } from "@/lib/dom/announce";
import { useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import { sentNoticesOptions, useSendNotice, useWithdrawNotice } from "@/lib/notices/client/notices";
import {
  isNoticeDay,
  lastNoticeDay,
  NOTICE_DAYS,
  NOTICE_DAYS_CHOICES,
  NOTICE_EMPTY,
  NOTICE_MAX,
  NOTICE_TOO_LONG,
  NOTICE_UNTIL_RANGE,
} from "@/lib/notices/policy";
import type { SentNotice } from "@/lib/notices/schema";
import { exactCount } from "@/lib/text/counts";
import { countCharacters } from "@/lib/text/text";
import { dayMonthYear, isoDay } from "@/lib/time/relative-time";

/** Where the staff send notices to everyone, and see how many people have seen them. */
export function NoticesScreen() {
  const { data, error, refetch } = useQuery(sentNoticesOptions);
  return (
    <>
      <NoticeForm />
      {data ? (
        <SentNotices notices={data.notices} />
      ) : error ? (
        <Card bleed>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
      ) : (
        <Card bleed className="flex flex-col gap-3 p-4 md:p-6" aria-busy>
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/3" />
        </Card>
      )}
    </>
  );
}

/** The choice of a day of one's own. */
const UNTIL = "until";
const durations = (t: Translate) => [
  ...NOTICE_DAYS_CHOICES.map((days) => ({
    value: `${days}`,
    label:
      days % 7 === 0
        ? t("{count, plural, one {# week} other {# weeks}}", { count: days / 7 })
        : t("{count, plural, one {# day} other {# days}}", { count: days }),
  })),
  { value: UNTIL, label: t("Until a date") },
];

function NoticeForm() {
  const t = useTranslate();
  const send = useSendNotice();
  const [text, setText] = useState("");
  const [duration, setDuration] = useState(`${NOTICE_DAYS}`);
  const [until, setUntil] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const length = countCharacters(text.trim());
  const problem = length === 0 ? NOTICE_EMPTY : length > NOTICE_MAX ? NOTICE_TOO_LONG : null;
  const dayProblem = duration === UNTIL && !isNoticeDay(until) ? NOTICE_UNTIL_RANGE : null;

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setWasSubmitted(true);
    if (problem || dayProblem) {
      event.currentTarget.querySelector<HTMLElement>(problem ? "textarea" : "[type=date]")?.focus();
      return;
    }
    const onSuccess = () => {
      setText("");
      setWasSubmitted(false);
      announce(t("Notice sent."));
    };
    send.mutate({ text, ...(duration === UNTIL ? { until } : { days: Number(duration) }) }, { onSuccess });
  };

  return (
    <Card bleed className="p-4 md:p-6">
      <p className="text-ink2">
        {t(
          "A notice shows on top of everyone's feed until they dismiss it. It replaces the previous one and doesn't say who sent it.",
        )}
      </p>
      <Form onSubmit={handleSubmit} className="mt-4">
        <TextareaField
          label={t("Notice")}
          name="text"
          required
          hint={<CharCounter count={length} max={NOTICE_MAX} />}
          value={text}
          error={wasSubmitted && problem ? t(problem) : null}
          onChange={(event) => setText(event.target.value)}
        />
        <SelectField
          label={t("Shown for")}
          name="days"
          options={durations(t)}
          value={duration}
          onChange={(event) => setDuration(event.target.value)}
        />
        {duration === UNTIL && (
          <TextField
            label={t("Until the end of")}
            name="until"
            type="date"
            required
            min={isoDay(new Date())}
            max={lastNoticeDay()}
            value={until}
            error={wasSubmitted && dayProblem ? t(dayProblem) : null}
            onChange={(event) => setUntil(event.target.value)}
          />
        )}
        {send.error && <Alert key={send.submittedAt}>{messageOf(send.error)}</Alert>}
        <Button type="submit" size="lg" isPending={send.isPending} className="self-start max-md:w-full">
          {t("Send to everyone")}
        </Button>
      </Form>
    </Card>
  );
}

function SentNotices({ notices }: { notices: SentNotice[] }) {
  const t = useTranslate();
  if (notices.length === 0) {
    return (
      <Card bleed>
        <EmptyState icon={Megaphone} title={t("No notices yet")}>
          {t("What you send shows up here, with how many people have seen it.")}
        </EmptyState>
      </Card>
    );
  }
  return (
    <ul aria-label={t("Sent notices")} className="flex flex-col gap-2 md:gap-4">
      {notices.map((notice) => (
        <li key={notice._id}>
          <SentNoticeCard notice={notice} />
        </li>
      ))}
    </ul>
  );
}

function SentNoticeCard({ notice }: { notice: SentNotice }) {
  const t = useTranslate();
  const withdraw = useWithdrawNotice();
  const [isAsking, setIsAsking] = useState(false);
  const { seenCount, dismissedCount, isRunning, endsAt } = notice;
  const end = endsAt ? dayMonthYear(new Date(endsAt)) : null;
  return (
    <Card bleed className="p-4 md:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink2 text-sm">
        {isRunning && <Badge tone="gold">{t("Running")}</Badge>}
        <span>
          <bdi>{notice.authorName ?? t("A former moderator")}</bdi> ·{" "}
          <RelativeTime at={notice.createdAt} style="feed" />
        </span>
        {end && <span>{isRunning ? t("Until {end}", { end }) : t("Ended {end}", { end })}</span>}
      </div>
      <p className="mt-2 whitespace-pre-line break-words">{notice.text}</p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink2 text-sm tabular-nums">
          {t("Seen by {seen}, dismissed by {dismissed}", {
            seen: exactCount(seenCount),
            dismissed: exactCount(dismissedCount),
          })}
        </p>
        {isRunning && (
          <Button variant="secondary" size="sm" onClick={() => setIsAsking(true)}>
            {t("Withdraw")}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("Withdraw this notice?")}
        description={t("It disappears from everyone's feed.")}
        confirmLabel={t("Withdraw")}
        danger
        isPending={withdraw.isPending}
        error={withdraw.error && messageOf(withdraw.error)}
        onConfirm={() => withdraw.mutate(notice._id, { onSuccess: () => setIsAsking(false) })}
      />
    </Card>
  );
}
