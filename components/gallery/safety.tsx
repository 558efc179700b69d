"use client";

import { hoursBefore, idOf, ME, MEMBERS } from "@/components/gallery/samples";
import { Section, Specimen } from "@/components/gallery/specimen";
import { AgreementCard } from "@/components/legal/agreement-card";
import { NoticeCard } from "@/components/notices/notice-card";
import { ReportForm } from "@/components/safety/report-dialog";
import { ReportSent } from "@/components/safety/report-sent";
import { NOTICE_AUTHOR } from "@/lib/notices/policy";
import type { Report } from "@/lib/reports/schema";

const noop = () => {};

const REPORT: Report = {
  _id: idOf(800),
  subject: "message",
  subjectId: idOf(801),
  about: { name: MEMBERS.kabir.name, text: "No one would miss you." },
  reason: "self_harm",
  words: "",
  state: "open",
  outcome: null,
  createdAt: hoursBefore(1),
  decidedAt: null,
};

/** The steps of a report, and what stands on top of the feed. */
export function Safety() {
  return (
    <Section id="safety" title="Reports and notices">
      <Specimen name="a report: what is wrong with a message">
        <ReportForm
          reported={{ subject: "message", subjectId: REPORT.subjectId, conversationId: idOf(802) }}
          onSent={noop}
        />
      </Specimen>
      <Specimen name="after a report: that it was sent">
        <ReportSent person={MEMBERS.longName} report={{ ...REPORT, reason: "spam" }} isNew onClose={noop} />
      </Specimen>
      <Specimen name="reported before, about self-harm: how far it is, and where to find help">
        <ReportSent person={MEMBERS.kabir} report={REPORT} isNew={false} onClose={noop} />
      </Specimen>
      <Specimen name="a notice on top of the feed" bare>
        <NoticeCard
          notice={{
            _id: idOf(803),
            text: "The library is open until midnight this week.\nhttps://mitsgwalior.in/library",
            createdAt: hoursBefore(2),
            authorName: NOTICE_AUTHOR,
          }}
        />
      </Specimen>
      <Specimen name="terms to agree to, once they have changed" bare>
        <AgreementCard me={{ ...ME, agreedVersion: "0.9" }} />
      </Specimen>
    </Section>
  );
}
