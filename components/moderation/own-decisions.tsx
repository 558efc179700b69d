"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { AppealDialog } from "@/components/moderation/appeal-dialog";
import { ListEnd, RowSkeletons } from "@/components/moderation/list-states";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { decisionItems, ownDecisionsOptions } from "@/lib/moderation/client/own-decisions";
import type { OwnDecision } from "@/lib/moderation/schema";
import { subjectNoun } from "@/lib/reports/policy";

/** The moderators' decisions about the viewer, newest first. */
export function OwnDecisions() {
  const query = useInfiniteQuery(ownDecisionsOptions());
  const decisions = decisionItems.all(query.data);
  if (query.isPending) return <RowSkeletons label="Loading decisions" />;
  if (query.isError && !query.data) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} isPending={query.isFetching} />;
  }
  if (decisions.length === 0) {
    return (
      <EmptyState icon={ShieldCheck} title="No decisions">
        When moderators decide something about you or your content, it shows up here with the reason.
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label="Decisions" className="-my-4 divide-y divide-line">
        {decisions.map((decision) => (
          <li key={decision._id} className="py-4">
            <OwnDecisionItem decision={decision} />
          </li>
        ))}
      </ul>
      <ListEnd query={query} label="Show older decisions" />
    </>
  );
}

/** One decision: what was decided about what, why, until when, and its appeal. */
function OwnDecisionItem({ decision }: { decision: OwnDecision }) {
  const { outcome, subject, reason, about, until, createdAt, undoneAt, appeal, canAppeal } = decision;
  const [isAppealing, setIsAppealing] = useState(false);
  return (
    <article className="flex flex-col gap-2">
      <header className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <h2 className="font-sans font-semibold text-base tracking-normal">{titleOf(decision)}</h2>
        {undoneAt && <Badge tone="neutral">Undone</Badge>}
        <RelativeTime at={createdAt} style="exact" className="text-ink2 text-sm sm:ml-auto" />
      </header>
      {reason && <p className="free-text">{reason}</p>}
      {about.text && (
        <p className="free-text border-line border-l-2 pl-3 text-ink2 text-label">
          <span className="sr-only">Your {subjectNoun(subject)}: </span>
          {about.text}
        </p>
      )}
      {outcome === "suspended" && until && !undoneAt && (
        <p className="text-label">
          Until <RelativeTime at={until} style="exact" />
        </p>
      )}
      {undoneAt && (
        <p className="text-label">
          This decision was undone on <RelativeTime at={undoneAt} style="exact" />. It no longer counts.
        </p>
      )}
      {appeal && <AppealState appeal={appeal} />}
      {canAppeal && (
        <Button variant="secondary" size="sm" className="self-start" onClick={() => setIsAppealing(true)}>
          Appeal
        </Button>
      )}
      {isAppealing && <AppealDialog decisionId={decision._id} onClose={() => setIsAppealing(false)} />}
    </article>
  );
}

const APPEAL_STATES = {
  open: "You appealed. A moderator who didn't make this decision will answer.",
  accepted: "Your appeal was accepted.",
  rejected: "Your appeal was rejected.",
};

function AppealState({ appeal }: { appeal: NonNullable<OwnDecision["appeal"]> }) {
  return (
    <div className="flex flex-col gap-1 rounded-field bg-sunken px-4 py-3 text-label">
      <p className="font-medium">{APPEAL_STATES[appeal.state]}</p>
      {appeal.text && <p className="free-text text-ink2">“{appeal.text}”</p>}
      {appeal.answer && <p className="free-text">{appeal.answer}</p>}
    </div>
  );
}

function titleOf({ outcome, subject, days, undoneAt, until }: OwnDecision): string {
  const noun = subjectNoun(subject);
  switch (outcome) {
    case "no_violation":
      return `Nothing was wrong with your ${noun}`;
    case "removed":
      return subject === "person" ? "Your bio and pictures were removed" : `Your ${noun} was removed`;
    case "warned":
      return subject === "person" ? "You were warned" : `You were warned about your ${noun}`;
    case "suspended": {
      const isOver = undoneAt !== null || (until !== null && Date.parse(until) < Date.now());
      return `Your account ${isOver ? "was" : "is"} suspended for ${days === 1 ? "a day" : `${days} days`}`;
    }
    case "banned":
      return `Your account ${undoneAt ? "was" : "is"} banned`;
  }
}
