"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, Fragment, useId, useState } from "react";
import { ReasonHelp, ReportSent } from "@/components/safety/report-sent";
import type { MenuPerson } from "@/components/safety/use-person-actions";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/field";
import { TextLink } from "@/components/ui/link";
import { CharCounter, TextareaField } from "@/components/ui/text-field";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { announce } from "@/lib/dom/announce";
import { useCounted } from "@/lib/dom/field-hooks";
import { Rich } from "@/lib/language/rich";
import { useLanguage, useTranslate } from "@/lib/language/translate";
import { legalPath } from "@/lib/legal/policy";
import { latestMessageIds } from "@/lib/messages/client/cache";
import { reportsOptions, useReport } from "@/lib/reports/client/queries";
import {
  EVIDENCE_MAX,
  isWaiting,
  REASONS,
  REPORT_REASONS,
  REPORT_WORDS_MAX,
  type ReportReason,
  type ReportSubject,
} from "@/lib/reports/policy";
import type { NewReport, Report } from "@/lib/reports/schema";
import { isolated } from "@/lib/text/names";
import { countCharacters } from "@/lib/text/text";

/** What is reported. */
export type Reported = {
  subject: ReportSubject;
  subjectId: string;
  /** The conversation with the person it is about, whose latest messages can be sent along. */
  conversationId?: string;
};

const REPORT_TITLES: Record<ReportSubject, string> = {
  post: "Report this post",
  comment: "Report this comment",
  message: "Report this message",
  person: "Report this account",
  notification: "Report this notification",
};

type Props = {
  /** Whose it is; undefined when they are hidden from the reporter. */
  person: MenuPerson | undefined;
  reported: Reported;
  onClose: () => void;
};

/**
 * Reports something to the moderators: why, in the reporter's own words if they like, and then what
 * else they can do about the person.
 */
export function ReportDialog({ person, reported, onClose }: Props) {
  const t = useTranslate();
  const { subject, subjectId } = reported;
  const [sent, setSent] = useState<Report>();
  const { data } = useInfiniteQuery(reportsOptions());
  const earlier = data?.pages
    .flatMap(({ reports }) => reports)
    .find((report) => report.subject === subject && report.subjectId === subjectId && isWaiting(report));
  const report = sent ?? earlier;
  const title =
    subject === "person" && person
      ? t("Report {name}", { name: isolated(person.name) })
      : t(REPORT_TITLES[subject]);
  return (
    <Dialog open onOpenChange={onClose} title={title} width="sm">
      {report ? (
        <ReportSent person={person} report={report} isNew={report === sent} onClose={onClose} />
      ) : (
        <ReportForm
          reported={reported}
          onSent={(answered) => {
            announce(t("Report sent."));
            setSent(answered);
          }}
        />
      )}
    </Dialog>
  );
}

/** The first step: why, in the reporter's own words if they like. */
export function ReportForm({ reported, onSent }: { reported: Reported; onSent: (report: Report) => void }) {
  const t = useTranslate();
  const language = useLanguage();
  const { subject, subjectId, conversationId } = reported;
  const client = useQueryClient();
  const { mutate, isPending } = useReport();
  const [reason, setReason] = useState<ReportReason>();
  const [text, setText] = useState("");
  const [sendsMessages, setSendsMessages] = useState(false);
  const [failure, setFailure] = useCounted<{ message: string }>();
  const counterId = useId();
  const count = countCharacters(text.trim());
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!reason) return setFailure({ message: t("Please choose what is wrong.") });
    if (count > REPORT_WORDS_MAX) return undefined;
    setFailure(undefined);
    const evidence =
      sendsMessages && conversationId ? latestMessageIds(client, conversationId, EVIDENCE_MAX) : [];
    const body: NewReport = {
      subject,
      subjectId,
      reason,
      text,
      ...(evidence.length > 0 && { evidence }),
    };
    return mutate(body, {
      onSuccess: onSent,
      onError: (error) =>
        setFailure({ message: failureMessage(error, t("Your report couldn't be sent. Please try again.")) }),
    });
  };
  return (
    <Form onSubmit={handleSubmit}>
      <p className="text-ink2 text-label">
        <Rich
          text="The person won't learn who reported them: only admins can see that. The rules are in the <link>Community guidelines</link>."
          components={{ link: <TextLink href={legalPath("guidelines", language)} target="_blank" /> }}
        />
      </p>
      <fieldset className="-mx-2 flex flex-col">
        <legend className="px-2 pb-1 font-semibold text-label">{t("What is wrong?")}</legend>
        {REPORT_REASONS.map((option) => (
          <Fragment key={option}>
            <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-field px-2 py-2 hover:bg-sunken">
              <input
                type="radio"
                name="report-reason"
                checked={reason === option}
                onChange={() => setReason(option)}
                className="mt-0.5 size-5 shrink-0 accent-brand"
              />
              <span className="min-w-0">
                <span className="block font-medium">{t(REASONS[option].label)}</span>
                {reason === option && (
                  <span className="block text-ink2 text-sm">{t(REASONS[option].explanation)}</span>
                )}
              </span>
            </label>
            {reason === option && <ReasonHelp reason={option} />}
          </Fragment>
        ))}
      </fieldset>
      <div className="flex flex-col gap-1">
        <TextareaField
          label={t("Anything else? (optional)")}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-details={counterId}
          invalid={count > REPORT_WORDS_MAX}
        />
        <CharCounter id={counterId} count={count} max={REPORT_WORDS_MAX} />
      </div>
      {conversationId && (
        <label className="-mx-2 flex min-h-11 cursor-pointer items-start gap-3 rounded-field px-2 py-2 hover:bg-sunken">
          <input
            type="checkbox"
            checked={sendsMessages}
            onChange={(event) => setSendsMessages(event.target.checked)}
            className="mt-0.5 size-5 shrink-0 accent-brand"
          />
          <span className="font-medium">
            {t("Also send the last {count} messages of this conversation to the moderators", {
              count: EVIDENCE_MAX,
            })}
          </span>
        </label>
      )}
      {/* The list is longer than most screens: what sends it stays in sight. */}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-col gap-3 border-line border-t bg-surface px-5 py-3">
        {failure && <Alert key={failure.count}>{failure.message}</Alert>}
        <Button type="submit" wide isPending={isPending}>
          {t("Send report")}
        </Button>
      </div>
    </Form>
  );
}
