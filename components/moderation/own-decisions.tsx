"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { AppealDialog } from "@/components/moderation/appeal-dialog";
import { ListEnd, RowsPlaceholder } from "@/components/moderation/list-states";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import { decisionItems, ownDecisionsOptions } from "@/lib/moderation/client/own-decisions";
import type { OwnDecision } from "@/lib/moderation/schema";
import type { ReportSubject } from "@/lib/reports/policy";

/** The moderators' decisions about the viewer, newest first. */
export function OwnDecisions() {
  const t = useTranslate();
  const query = useInfiniteQuery(ownDecisionsOptions());
  const decisions = decisionItems.all(query.data);
  if (!query.data) return <RowsPlaceholder query={query} label={t("Loading decisions")} />;
  if (decisions.length === 0) {
    return (
      <EmptyState icon={ShieldCheck} title={t("No decisions")}>
        {t("When moderators decide something about you or your content, it shows up here with the reason.")}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label={t("Decisions")} className="-my-4 divide-y divide-line">
        {decisions.map((decision) => (
          <li key={decision._id} className="py-4">
            <OwnDecisionItem decision={decision} />
          </li>
        ))}
      </ul>
      <ListEnd query={query} label={t("Show older decisions")} />
    </>
  );
}

/** One decision: what was decided about what, why, until when, and its appeal. */
function OwnDecisionItem({ decision }: { decision: OwnDecision }) {
  const t = useTranslate();
  const { outcome, subject, reason, about, until, createdAt, undoneAt, appeal, canAppeal } = decision;
  const [isAppealing, setIsAppealing] = useState(false);
  return (
    <article className="flex flex-col gap-2">
      <header className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <h2 className="font-sans font-semibold text-base tracking-normal">
          {t(titleOf(decision), { days: decision.days ?? 0 })}
        </h2>
        {undoneAt && <Badge tone="neutral">{t("Undone")}</Badge>}
        <RelativeTime at={createdAt} style="exact" className="text-ink2 text-sm sm:ml-auto" />
      </header>
      {reason && <p className="free-text">{reason}</p>}
      {about.text && (
        <p className="free-text border-line border-l-2 pl-3 text-ink2 text-label">
          <span className="sr-only">{t(YOURS[subject])} </span>
          {about.text}
        </p>
      )}
      {outcome === "suspended" && until && !undoneAt && (
        <p className="text-label">
          <Rich text="Until {time}" values={{ time: <RelativeTime at={until} style="exact" /> }} />
        </p>
      )}
      {undoneAt && (
        <p className="text-label">
          <Rich
            text="This decision was undone on {time}. It no longer counts."
            values={{ time: <RelativeTime at={undoneAt} style="exact" /> }}
          />
        </p>
      )}
      {appeal && <AppealState appeal={appeal} />}
      {canAppeal && (
        <Button variant="secondary" size="sm" className="self-start" onClick={() => setIsAppealing(true)}>
          {t("Appeal")}
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
  const t = useTranslate();
  return (
    <div className="flex flex-col gap-1 rounded-field bg-sunken px-4 py-3 text-label">
      <p className="font-medium">{t(APPEAL_STATES[appeal.state])}</p>
      {appeal.text && <p className="free-text text-ink2">“{appeal.text}”</p>}
      {appeal.answer && <p className="free-text">{appeal.answer}</p>}
    </div>
  );
}

const YOURS: Record<ReportSubject, string> = {
  post: "Your post:",
  comment: "Your comment:",
  message: "Your message:",
  person: "Your account:",
  notification: "Your notification:",
};

/** What was decided about content of each kind, as its author reads it. */
const TITLES: Record<"no_violation" | "removed" | "warned", Record<ReportSubject, string>> = {
  no_violation: {
    post: "Nothing was wrong with your post",
    comment: "Nothing was wrong with your comment",
    message: "Nothing was wrong with your message",
    person: "Nothing was wrong with your account",
    notification: "Nothing was wrong with your notification",
  },
  removed: {
    post: "Your post was removed",
    comment: "Your comment was removed",
    message: "Your message was removed",
    person: "Your bio and pictures were removed",
    notification: "Your notification was removed",
  },
  warned: {
    post: "You were warned about your post",
    comment: "You were warned about your comment",
    message: "You were warned about your message",
    person: "You were warned",
    notification: "You were warned about your notification",
  },
};

/** The English title of a decision. */
function titleOf({ outcome, subject, undoneAt, until }: OwnDecision): string {
  if (outcome === "banned") return undoneAt ? "Your account was banned" : "Your account is banned";
  if (outcome !== "suspended") return TITLES[outcome][subject];
  const isOver = undoneAt !== null || (until !== null && Date.parse(until) < Date.now());
  return isOver
    ? "Your account was suspended for {days, plural, one {a day} other {# days}}"
    : "Your account is suspended for {days, plural, one {a day} other {# days}}";
}
