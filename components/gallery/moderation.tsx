"use client";

import { APPEAL, CASE, CASE_SUMMARY, CLOSED_CASE } from "@/components/gallery/moderation-samples";
import { POSTS } from "@/components/gallery/post-samples";
import { hoursBefore, MEMBERS } from "@/components/gallery/samples";
import { Section, Specimen } from "@/components/gallery/specimen";
import { AppealItem } from "@/components/moderation/appeals-list";
import { CaseRow } from "@/components/moderation/case-list";
import { CaseReports } from "@/components/moderation/case-reports";
import { DecisionForm } from "@/components/moderation/decision-form";
import { DecisionItem } from "@/components/moderation/decision-item";
import { OwnDecisions } from "@/components/moderation/own-decisions";
import { ReportedContent } from "@/components/moderation/reported-content";
import { SuspensionBanner } from "@/components/moderation/suspension-banner";
import { WithheldNote } from "@/components/posts/post-card/withheld-note";
import { Card } from "@/components/ui/card";

const noop = () => {};
const post = Object.values(POSTS)[0];
const withheld = { reason: CASE_SUMMARY.about.text, decisionId: CASE._id, at: hoursBefore(2) };

/** What moderators decide with, and what the people see whom it is about. */
export function Moderation() {
  return (
    <Section id="moderation" title="Moderation">
      <Specimen name="cases in the queue: worst first; held; assigned; closed" bare>
        <Card className="divide-y divide-line overflow-hidden">
          <CaseRow item={{ ...CASE_SUMMARY, reasons: [{ reason: "self_harm", count: 1 }], severity: 5 }} />
          <CaseRow item={CASE_SUMMARY} />
          <CaseRow item={{ ...CASE_SUMMARY, subject: "comment", isHeld: true, person: MEMBERS.longName }} />
          <CaseRow item={{ ...CASE_SUMMARY, subject: "person", assignee: MEMBERS.meera }} />
          <CaseRow item={CLOSED_CASE} />
        </Card>
      </Specimen>
      <Specimen name="what was reported, its media behind a press" bare>
        <ReportedContent item={CLOSED_CASE} />
      </Specimen>
      <Specimen name="the reports, with evidence" bare>
        <CaseReports item={CASE} />
      </Specimen>
      <Specimen name="the decision">
        <DecisionForm item={CASE} onDecided={noop} onConflict={noop} />
      </Specimen>
      <Specimen name="decisions: standing, and undone">
        <div className="flex flex-col gap-5">
          {CLOSED_CASE.decisions.map((decision) => (
            <DecisionItem key={decision._id} decision={decision} canUndo />
          ))}
          {CLOSED_CASE.decisions.map((decision) => (
            <DecisionItem
              key={decision._id}
              decision={{
                ...decision,
                undoneAt: hoursBefore(0.1),
                undoneBy: MEMBERS.aarav,
                undoneReason: "It was the flea market of the hostel.",
              }}
            />
          ))}
        </div>
      </Specimen>
      <Specimen name="an appeal to answer" bare>
        <AppealItem appeal={APPEAL} />
      </Specimen>
      <Specimen name="an appeal of one's own decision" bare>
        <AppealItem
          appeal={{
            ...APPEAL,
            canDecide: false,
            whyNot: "You made this decision. Someone else has to decide the appeal.",
          }}
        />
      </Specimen>
      <Specimen name="decisions about oneself" wide>
        <OwnDecisions />
      </Specimen>
      <Specimen name="on every screen while one is suspended" bare>
        <SuspensionBanner
          suspension={{ until: "2036-12-03T12:00:00.000Z", reason: withheld.reason, decisionId: CASE._id }}
        />
      </Specimen>
      {post && (
        <Specimen name="one's own post, removed and held" bare>
          <Card className="flex flex-col gap-1 pb-3">
            <WithheldNote post={{ ...post, withheld }} onDeleted={undefined} />
            <WithheldNote
              post={{ ...post, withheld: { ...withheld, reason: "", decisionId: null } }}
              onDeleted={undefined}
            />
          </Card>
        </Specimen>
      )}
    </Section>
  );
}
