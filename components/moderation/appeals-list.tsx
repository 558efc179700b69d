"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { type FormEvent, useState } from "react";
import { PersonLink, staffName } from "@/components/moderation/case-parts";
import { ReasonHint } from "@/components/moderation/decision-item";
import { outcomeLabel } from "@/components/moderation/labels";
import { ListEnd, RowsPlaceholder } from "@/components/moderation/list-states";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Form } from "@/components/ui/field";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { TextareaField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useSearchParam } from "@/lib/dom/use-search-param";
import { useTranslate } from "@/lib/language/translate";
import { useAnswerAppeal } from "@/lib/moderation/client/mutations";
import { appealItems, appealsOptions } from "@/lib/moderation/client/queries";
import { REASON_MAX, REASON_MIN } from "@/lib/moderation/policy";
import type { StaffAppeal } from "@/lib/moderation/schema";
import { casePath } from "@/lib/paths";
import { subjectNoun } from "@/lib/reports/policy";
import { countCharacters } from "@/lib/text/text";

/** Appeals that wait for an answer, oldest first; `?state=closed` shows those that have one. */
export function AppealsList() {
  const t = useTranslate();
  const [chosen, choose] = useSearchParam("state");
  const state = chosen === "closed" ? "closed" : "open";
  const query = useInfiniteQuery(appealsOptions(state));
  const appeals = appealItems.all(query.data);
  const content = () => {
    if (!query.data) {
      return (
        <Card bleed>
          <RowsPlaceholder padded query={query} label={t("Loading appeals")} />
        </Card>
      );
    }
    if (appeals.length === 0) {
      return (
        <Card bleed>
          <EmptyState icon={Scale} title={state === "open" ? t("No open appeals") : t("No answered appeals")}>
            {t("People can appeal a decision once, within 30 days.")}
          </EmptyState>
        </Card>
      );
    }
    return (
      <ul aria-label={t("Appeals")} aria-busy={query.isFetching} className="flex flex-col gap-2 md:gap-4">
        {appeals.map((appeal) => (
          <li key={appeal._id}>
            <AppealItem appeal={appeal} />
          </li>
        ))}
      </ul>
    );
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="self-end max-md:mr-2"
        onClick={() => choose(state === "open" ? "closed" : undefined)}
      >
        {state === "open" ? t("Show answered appeals") : t("Show open appeals")}
      </Button>
      {content()}
      <ListEnd query={query} label={t("Show more appeals")} />
    </>
  );
}

/** An appeal, the decision it is about, and its answer. */
export function AppealItem({ appeal }: { appeal: StaffAppeal }) {
  const t = useTranslate();
  const { person, text, createdAt, decision, about, state, answer, decidedBy, decidedAt } = appeal;
  return (
    <Card bleed className="flex flex-col gap-3 p-4 md:p-6">
      <header className="flex flex-wrap items-center justify-between gap-x-3">
        <PersonLink person={person} />
        <RelativeTime at={createdAt} style="spoken" className="text-ink2 text-sm" />
      </header>
      <p className="free-text text-lg leading-relaxed">{text}</p>
      <div className="flex flex-col gap-1 rounded-field bg-sunken px-4 py-3 text-label">
        <p>
          <TextLink href={casePath(decision.caseId)} prefetch={false}>
            {outcomeLabel(decision, t)}, {t(subjectNoun(decision.subject))}
          </TextLink>{" "}
          <span className="text-ink2 text-sm">
            {staffName(decision.moderator, t)}, <RelativeTime at={decision.createdAt} style="exact" />
          </span>
        </p>
        <p className="free-text">{decision.reason}</p>
        {about.text && <p className="free-text text-ink2">“{about.text}”</p>}
      </div>
      {state === "open" ? (
        <AppealAnswer appeal={appeal} />
      ) : (
        <div className="flex flex-col gap-1 text-label">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={state === "accepted" ? "brand" : "neutral"}>
              {state === "accepted" ? t("Accepted") : t("Rejected")}
            </Badge>
            <span className="text-ink2 text-sm">
              {staffName(decidedBy, t)}
              {decidedAt && (
                <>
                  , <RelativeTime at={decidedAt} style="exact" />
                </>
              )}
            </span>
          </p>
          <p className="free-text">{answer}</p>
        </div>
      )}
    </Card>
  );
}

function AppealAnswer({ appeal }: { appeal: StaffAppeal }) {
  const t = useTranslate();
  const [answer, setAnswer] = useState("");
  const [pressed, setPressed] = useState<boolean>();
  const mutation = useAnswerAppeal(appeal._id);
  const count = countCharacters(answer.trim());
  const canSend = count >= REASON_MIN && count <= REASON_MAX;
  if (!appeal.canDecide) {
    return <Alert tone="info">{appeal.whyNot ?? t("Someone else has to decide this appeal.")}</Alert>;
  }
  const send = (accepted: boolean) => {
    if (!canSend || mutation.isPending) return;
    setPressed(accepted);
    mutation.mutate(
      { accepted, answer: answer.trim() },
      {
        onSuccess: () =>
          toast.success(accepted ? t("Appeal accepted. The decision was undone.") : t("Appeal rejected.")),
      },
    );
  };
  const handleSubmit = (event: FormEvent) => event.preventDefault();
  return (
    <Form onSubmit={handleSubmit}>
      <TextareaField
        label={t("Answer, as the person reads it")}
        name="answer"
        required
        value={answer}
        hint={<ReasonHint count={count} />}
        onChange={(event) => setAnswer(event.target.value)}
      />
      {mutation.isError && <Alert key={mutation.submittedAt}>{messageOf(mutation.error)}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={!canSend}
          isPending={mutation.isPending && pressed === true}
          onClick={() => send(true)}
        >
          {t("Accept and undo the decision")}
        </Button>
        <Button
          variant="secondary"
          disabled={!canSend}
          isPending={mutation.isPending && pressed === false}
          onClick={() => send(false)}
        >
          {t("Reject")}
        </Button>
      </div>
    </Form>
  );
}
