"use client";

import { type LucideIcon, Mail, Phone } from "lucide-react";
import { useState } from "react";
import { BlockDialog, MuteDialog } from "@/components/safety/person-dialogs";
import type { MenuPerson } from "@/components/safety/use-person-actions";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/link";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import { REPORTS } from "@/lib/paths";
import { COLLEGES, findCollege, OPERATOR } from "@/lib/product";
import { useMe } from "@/lib/profiles/client/queries";
import { REPORT_STATES, type ReportReason, type ReportSubject } from "@/lib/reports/policy";
import type { Report } from "@/lib/reports/schema";

/** Where someone in distress finds help, whatever moderators decide. */
function HelpLines() {
  const t = useTranslate();
  const me = useMe();
  const { helpLines } = findCollege(me?.collegeName ?? "") ?? COLLEGES[0];
  return (
    <section aria-label={t("Help at any hour")} className="rounded-field bg-soft p-4">
      <p className="font-semibold text-label">{t("Is someone in danger right now?")}</p>
      <p className="mt-1 text-label">{t("Help is free, at any hour, for them and for you:")}</p>
      <ul className="mt-2 flex flex-col gap-1">
        {helpLines.map(({ name, phone, url }) => (
          <li key={phone} className="flex flex-col items-start">
            <HelpLink href={`tel:${phone.replaceAll(" ", "")}`} icon={Phone} name={name}>
              {phone}
            </HelpLink>
            {url && (
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="-mt-2 ml-7 flex min-h-11 items-center rounded-sm text-brand text-sm underline"
              >
                <Rich
                  text="Website<hidden> of {name}</hidden>"
                  values={{ name: t(name) }}
                  components={{ hidden: <span className="sr-only" /> }}
                />
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who has to act on ragging, in addition to moderators. */
function AntiRaggingLines() {
  const t = useTranslate();
  const me = useMe();
  const { committee, line } = (findCollege(me?.collegeName ?? "") ?? COLLEGES[0]).antiRagging;
  return (
    <section aria-label={t("Help against ragging")} className="rounded-field bg-soft p-4">
      <p className="font-semibold text-label">
        {t("Ragging is a crime. Others can act faster than we can:")}
      </p>
      <ul className="mt-2 flex flex-col gap-1">
        <li>
          <HelpLink href={`tel:${line.phone.replaceAll("-", "")}`} icon={Phone} name={line.name}>
            {line.phone}
          </HelpLink>
        </li>
        {[line, committee].map(({ name, email }) => (
          <li key={email}>
            <HelpLink href={`mailto:${email}`} icon={Mail} name={name}>
              {email}
            </HelpLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

type HelpLinkProps = { href: string; icon: LucideIcon; name: string; children: string };

function HelpLink({ href, icon: Icon, name, children }: HelpLinkProps) {
  const t = useTranslate();
  return (
    <a
      href={href}
      className="flex min-h-11 items-start gap-2 rounded-sm py-2 font-semibold text-brand underline-offset-4 hover:underline"
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0 break-words">
        {children} <span className="font-normal text-ink">{t(name)}</span>
      </span>
    </a>
  );
}

const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

/** The help that belongs to a reason, if any. It comes into view when the reason is chosen. */
export function ReasonHelp({ reason }: { reason: ReportReason }) {
  if (reason !== "self_harm" && reason !== "ragging") return null;
  return (
    // The margin is for the button that sends the report, which is above the end of the form.
    <div ref={bringIntoView} className="scroll-mb-24">
      {reason === "self_harm" ? <HelpLines /> : <AntiRaggingLines />}
    </div>
  );
}

const REPORTED_ALREADY: Record<ReportSubject, string> = {
  post: "You have already reported this post: <b>{state}</b>.",
  comment: "You have already reported this comment: <b>{state}</b>.",
  message: "You have already reported this message: <b>{state}</b>.",
  person: "You have already reported this account: <b>{state}</b>.",
  notification: "You have already reported this notification: <b>{state}</b>.",
};

/** For a report that no one of the staff may decide: it is about them. */
export function WriteToOfficer() {
  const t = useTranslate();
  const { title, email } = OPERATOR.grievanceOfficer;
  return (
    <p>
      <Rich
        text="No one on the staff may decide this report. The {title} has been notified; please write what happened to <mail>{email}</mail>."
        values={{ title: t(title), email }}
        components={{ mail: <TextLink href={`mailto:${email}`} /> }}
      />
    </p>
  );
}

/** After reporting: the state of the report, and what the reporter can do about the person. */
export function ReportSent({
  person,
  report,
  isNew,
  onClose,
}: {
  person: MenuPerson | undefined;
  report: Report;
  /** Not one that the reporter had made before. */
  isNew: boolean;
  onClose: () => void;
}) {
  const t = useTranslate();
  const [asked, setAsked] = useState<"mute" | "block">();
  const close = () => setAsked(undefined);
  return (
    <div className="flex flex-col gap-4">
      <div>
        {report.needsOfficer ? (
          <WriteToOfficer />
        ) : isNew ? (
          <p>
            {report.state === "received"
              ? t("Thank you. Your report was received.")
              : t("Thank you. Moderators will review your report, and you'll be notified of the outcome.")}
          </p>
        ) : (
          <p>
            <Rich
              text={REPORTED_ALREADY[report.subject]}
              values={{ state: t(REPORT_STATES[report.outcome ?? report.state]) }}
              components={{ b: <b className="font-semibold" /> }}
            />
          </p>
        )}
        <p className="mt-2">
          <TextLink href={REPORTS}>{t("My reports")}</TextLink>
        </p>
      </div>
      <ReasonHelp reason={report.reason} />
      {person && (
        <div className="flex flex-col gap-2 border-line border-t pt-4">
          <p className="text-ink2 text-label">
            {t("You can also stop seeing them yourself. They won't be notified.")}
          </p>
          <Button variant="secondary" wide onClick={() => setAsked("mute")}>
            <span className="truncate">
              <Rich text="Mute {name}" values={{ name: <bdi>{person.name}</bdi> }} />
            </span>
          </Button>
          <Button variant="secondary" wide onClick={() => setAsked("block")}>
            <span className="truncate">
              <Rich text="Block {name}" values={{ name: <bdi>{person.name}</bdi> }} />
            </span>
          </Button>
        </div>
      )}
      <Button wide onClick={onClose}>
        {t("Done")}
      </Button>
      {person && asked === "mute" && <MuteDialog person={person} onClose={close} />}
      {person && asked === "block" && <BlockDialog person={person} onBlock={onClose} onClose={close} />}
    </div>
  );
}
