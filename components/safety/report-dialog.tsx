"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Phone } from "lucide-react";
import { type FormEvent, Fragment, type ReactNode, useId, useState } from "react";
import { BlockDialog, MuteDialog } from "@/components/safety/person-dialogs";
import type { Person } from "@/components/safety/use-person-actions";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/field";
import { TextLink } from "@/components/ui/link";
import { CharCounter, TextareaField } from "@/components/ui/text-field";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { announce } from "@/lib/dom/announce";
import { useCounted } from "@/lib/dom/field-hooks";
import { latestMessageIds } from "@/lib/messages/client/cache";
import { GUIDELINES, REPORTS } from "@/lib/paths";
import { COLLEGES, findCollege } from "@/lib/product";
import { useMe } from "@/lib/profiles/client/queries";
import { reportsOptions, useReport } from "@/lib/reports/client/queries";
import {
  EVIDENCE_MAX,
  REASONS,
  REPORT_REASONS,
  REPORT_STATES,
  REPORT_WORDS_MAX,
  type ReportReason,
  type ReportSubject,
  subjectNoun,
} from "@/lib/reports/policy";
import type { NewReport, Report } from "@/lib/reports/schema";
import { countCharacters } from "@/lib/text/text";

/** What is reported. */
export type Reported = {
  subject: ReportSubject;
  subjectId: string;
  /** Where messages are with the person it is about: the latest can be sent along. */
  conversationId?: string;
};

type Props = { person: Person; reported: Reported; onClose: () => void };

/**
 * Reports something to the moderators: why, in the reporter's own words if they like, and then what
 * else they can do about the person.
 */
export function ReportDialog({ person, reported, onClose }: Props) {
  const { subject, subjectId } = reported;
  const [sent, setSent] = useState<Report>();
  const { data } = useInfiniteQuery(reportsOptions());
  const earlier = data?.pages
    .flatMap(({ reports }) => reports)
    .find((report) => report.subject === subject && report.subjectId === subjectId);
  const title = subject === "person" ? `Report ${person.name}` : `Report this ${subject}`;
  return (
    <Dialog open onOpenChange={onClose} title={title} width="sm">
      {sent ? (
        <Sent person={person} report={sent} onClose={onClose}>
          <p>
            Thank you. The moderators of your college look at it, and you will be notified of the outcome.
          </p>
        </Sent>
      ) : earlier ? (
        <Sent person={person} report={earlier} onClose={onClose}>
          <p>
            You have already reported this {subjectNoun(subject)}:{" "}
            <b className="font-semibold">{REPORT_STATES[earlier.outcome ?? "open"]}</b>.
          </p>
        </Sent>
      ) : (
        <ReportForm
          reported={reported}
          onSent={(report) => {
            announce("Report sent.");
            setSent(report);
          }}
        />
      )}
    </Dialog>
  );
}

function ReportForm({ reported, onSent }: { reported: Reported; onSent: (report: Report) => void }) {
  const { subject, subjectId, conversationId } = reported;
  const client = useQueryClient();
  const { mutate, isPending } = useReport();
  const [reason, setReason] = useState<ReportReason>();
  const [words, setWords] = useState("");
  const [sendsMessages, setSendsMessages] = useState(false);
  const [failure, setFailure] = useCounted<{ message: string }>();
  const counterId = useId();
  const count = countCharacters(words.trim());
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!reason) return setFailure({ message: "Please choose what is wrong." });
    if (count > REPORT_WORDS_MAX) return undefined;
    setFailure(undefined);
    const evidence =
      sendsMessages && conversationId ? latestMessageIds(client, conversationId, EVIDENCE_MAX) : [];
    const body: NewReport = {
      subject,
      subjectId,
      reason,
      words,
      ...(evidence.length > 0 && { evidence }),
    };
    return mutate(body, {
      onSuccess: onSent,
      onError: (error) =>
        setFailure({ message: failureMessage(error, "Your report couldn't be sent. Please try again.") }),
    });
  };
  return (
    <Form onSubmit={handleSubmit}>
      <p className="text-ink2 text-label">
        No one learns that it was you. What is allowed here is in the{" "}
        <TextLink href={GUIDELINES} target="_blank">
          Community guidelines
        </TextLink>
        .
      </p>
      <fieldset className="-mx-2 flex flex-col">
        <legend className="px-2 pb-1 font-semibold text-label">What is wrong?</legend>
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
                <span className="block font-medium">{REASONS[option].label}</span>
                <span className="block text-ink2 text-sm">{REASONS[option].explanation}</span>
              </span>
            </label>
            {option === "self_harm" && reason === option && <HelpLines />}
          </Fragment>
        ))}
      </fieldset>
      <div className="flex flex-col gap-1">
        <TextareaField
          label="Anything else? (optional)"
          value={words}
          onChange={(event) => setWords(event.target.value)}
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
            Also send the last {EVIDENCE_MAX} messages of this conversation to the moderators
          </span>
        </label>
      )}
      {failure && <Alert key={failure.count}>{failure.message}</Alert>}
      <Button type="submit" wide isPending={isPending}>
        Send report
      </Button>
    </Form>
  );
}

/** Where someone in distress finds help, at once and whatever moderators do. */
function HelpLines() {
  const me = useMe();
  const { helpLines } = findCollege(me?.collegeName ?? "") ?? COLLEGES[0];
  return (
    <section aria-label="Help at any hour" className="rounded-field bg-soft p-4">
      <p className="font-semibold text-label">Is someone in danger right now?</p>
      <p className="mt-1 text-label">Help is free, at any hour, for them and for you:</p>
      <ul className="mt-2 flex flex-col gap-1">
        {helpLines.map(({ name, phone, url }) => (
          <li key={phone} className="flex flex-wrap items-center gap-x-3">
            <a
              href={`tel:${phone}`}
              className="flex min-h-11 items-center gap-2 rounded-sm font-semibold text-brand underline-offset-4 hover:underline"
            >
              <Phone aria-hidden className="size-5 shrink-0" />
              {phone} <span className="font-normal text-ink">{name}</span>
            </a>
            {url && (
              <a href={url} target="_blank" rel="noreferrer" className="text-brand text-sm underline">
                Website<span className="sr-only"> of {name}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** After reporting: what is known of it, and what the reporter can do themselves. */
function Sent({
  person,
  report,
  onClose,
  children,
}: {
  person: Person;
  report: Report;
  onClose: () => void;
  children: ReactNode;
}) {
  const [asked, setAsked] = useState<"mute" | "block">();
  const close = () => setAsked(undefined);
  return (
    <div className="flex flex-col gap-4">
      <div>
        {children}
        <p className="mt-2">
          <TextLink href={REPORTS}>My reports</TextLink>
        </p>
      </div>
      {report.reason === "self_harm" && <HelpLines />}
      <div className="flex flex-col gap-2 border-line border-t pt-4">
        <p className="text-ink2 text-label">
          You can also stop seeing them yourself. They won't be notified.
        </p>
        <Button variant="secondary" wide onClick={() => setAsked("mute")}>
          Mute <bdi className="min-w-0 truncate">{person.name}</bdi>
        </Button>
        <Button variant="secondary" wide onClick={() => setAsked("block")}>
          Block <bdi className="min-w-0 truncate">{person.name}</bdi>
        </Button>
      </div>
      <Button wide onClick={onClose}>
        Done
      </Button>
      {asked === "mute" && <MuteDialog person={person} onClose={close} />}
      {asked === "block" && <BlockDialog person={person} onBlock={onClose} onClose={close} />}
    </div>
  );
}
