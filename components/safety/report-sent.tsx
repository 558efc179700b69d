"use client";

import { Phone } from "lucide-react";
import { useState } from "react";
import { BlockDialog, MuteDialog } from "@/components/safety/person-dialogs";
import type { Person } from "@/components/safety/use-person-actions";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/link";
import { REPORTS } from "@/lib/paths";
import { COLLEGES, findCollege } from "@/lib/product";
import { useMe } from "@/lib/profiles/client/queries";
import { REPORT_STATES, subjectNoun } from "@/lib/reports/policy";
import type { Report } from "@/lib/reports/schema";

/** Where someone in distress finds help, whatever moderators decide. */
export function HelpLines() {
  const me = useMe();
  const { helpLines } = findCollege(me?.collegeName ?? "") ?? COLLEGES[0];
  return (
    <section aria-label="Help at any hour" className="rounded-field bg-soft p-4">
      <p className="font-semibold text-label">Is someone in danger right now?</p>
      <p className="mt-1 text-label">Help is free, at any hour, for them and for you:</p>
      <ul className="mt-2 flex flex-col gap-1">
        {helpLines.map(({ name, phone, url }) => (
          <li key={phone} className="flex flex-col items-start">
            <a
              href={`tel:${phone.replaceAll(" ", "")}`}
              className="flex min-h-11 items-center gap-2 rounded-sm font-semibold text-brand underline-offset-4 hover:underline"
            >
              <Phone aria-hidden className="size-5 shrink-0" />
              {phone} <span className="font-normal text-ink">{name}</span>
            </a>
            {url && (
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="-mt-2 ml-7 flex min-h-11 items-center rounded-sm text-brand text-sm underline"
              >
                Website<span className="sr-only"> of {name}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** After reporting: the state of the report, and what the reporter can do about the person. */
export function ReportSent({
  person,
  report,
  isNew,
  onClose,
}: {
  person: Person;
  report: Report;
  /** Not one that the reporter had made before. */
  isNew: boolean;
  onClose: () => void;
}) {
  const [asked, setAsked] = useState<"mute" | "block">();
  const close = () => setAsked(undefined);
  return (
    <div className="flex flex-col gap-4">
      <div>
        {isNew ? (
          <p>Thank you. Moderators will review your report, and you'll be notified of the outcome.</p>
        ) : (
          <p>
            You have already reported this {subjectNoun(report.subject)}:{" "}
            <b className="font-semibold">{REPORT_STATES[report.outcome ?? "open"]}</b>.
          </p>
        )}
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
          <span className="truncate">
            Mute <bdi>{person.name}</bdi>
          </span>
        </Button>
        <Button variant="secondary" wide onClick={() => setAsked("block")}>
          <span className="truncate">
            Block <bdi>{person.name}</bdi>
          </span>
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
