"use client";

import { Undo2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { staffName } from "@/components/moderation/case-parts";
import { outcomeLabel } from "@/components/moderation/labels";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/field";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Answers } from "@/components/ui/sheet";
import { CharCounter, TextareaField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useRelativeTime } from "@/lib/dom/use-relative-time";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import { useConfirmBan, useUndoDecision } from "@/lib/moderation/client/mutations";
import { REASON_MAX, REASON_MIN } from "@/lib/moderation/policy";
import type { Decision } from "@/lib/moderation/schema";
import { casePath } from "@/lib/paths";
import { useMe } from "@/lib/profiles/client/queries";
import { subjectNoun } from "@/lib/reports/policy";
import { countCharacters } from "@/lib/text/text";

type Props = {
  decision: Decision;
  /** The decision is about another case, which it links to. */
  isElsewhere?: boolean;
  canUndo?: boolean;
};

/** A decision as the staff read it: what, by whom, why, and its appeal. */
export function DecisionItem({ decision, isElsewhere = false, canUndo = false }: Props) {
  const t = useTranslate();
  const { caseId, subject, moderator, createdAt, reason, undoneAt, undoneBy, undoneReason, appeal } =
    decision;
  const { confirmUntil, confirmedBy } = decision;
  const [isUndoing, setIsUndoing] = useState(false);
  const title = outcomeLabel(decision, t);
  return (
    <article className="flex flex-col gap-1.5 text-label">
      <header className="flex flex-wrap items-baseline gap-x-2">
        <h3 className="font-sans font-semibold text-base tracking-normal">
          {isElsewhere ? (
            <TextLink href={casePath(caseId)} prefetch={false}>
              {title}, {t(subjectNoun(subject))}
            </TextLink>
          ) : (
            title
          )}
        </h3>
        {undoneAt && <Badge tone="neutral">{t("Undone")}</Badge>}
        <p className="text-ink2 text-sm">
          {staffName(moderator, t)}, <RelativeTime at={createdAt} style="exact" />
        </p>
      </header>
      {reason && <p className="free-text">{reason}</p>}
      {confirmedBy && <p className="text-ink2">{t("Confirmed by {name}", { name: confirmedBy.name })}</p>}
      {confirmUntil && !undoneAt && (
        <Confirmation decision={decision} until={confirmUntil} canConfirm={canUndo} />
      )}
      {appeal && (
        <p className="free-text border-line border-l-2 pl-3 text-ink2">
          {t(APPEALS[appeal.state])}
          {appeal.text && `: “${appeal.text}”`}
          {appeal.answer && ` ${t("Answer: “{answer}”", { answer: appeal.answer })}`}
        </p>
      )}
      {undoneAt && (
        <p className="free-text text-ink2">
          <Rich
            text="Undone by {name}, {when}"
            values={{ name: staffName(undoneBy, t), when: <RelativeTime at={undoneAt} style="exact" /> }}
          />
          {undoneReason && `: ${undoneReason}`}
        </p>
      )}
      {canUndo && !undoneAt && (
        <Button variant="secondary" size="sm" className="mt-1 self-start" onClick={() => setIsUndoing(true)}>
          <Undo2 aria-hidden />
          {t("Undo")}
        </Button>
      )}
      {isUndoing && <UndoDialog decision={decision} onClose={() => setIsUndoing(false)} />}
    </article>
  );
}

const APPEALS = { open: "Appealed", accepted: "Appeal accepted", rejected: "Appeal rejected" } as const;

type ConfirmationProps = { decision: Decision; until: string; canConfirm: boolean };

/**
 * A ban that a second moderator has to confirm: until when, and the button for them.
 */
function Confirmation({ decision, until, canConfirm }: ConfirmationProps) {
  const t = useTranslate();
  const me = useMe();
  const confirm = useConfirmBan(decision._id);
  const isOver = useRelativeTime((now) => (now >= Date.parse(until) ? "yes" : "no")) === "yes";
  if (isOver) return <p className="text-ink2">{t("No one confirmed it in time: the ban is over.")}</p>;
  const isOthers = canConfirm && decision.moderator?._id !== me?._id;
  return (
    <>
      <p className="text-ink2">
        <Rich
          text="Suspended until {when}, and banned only if another moderator confirms it before."
          values={{ when: <RelativeTime at={until} style="exact" /> }}
        />
      </p>
      {confirm.isError && <Alert key={confirm.submittedAt}>{messageOf(confirm.error)}</Alert>}
      {isOthers && (
        <Button
          size="sm"
          className="mt-1 self-start"
          isPending={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          {t("Confirm the ban")}
        </Button>
      )}
    </>
  );
}

/** Undoing brings everything back, and the person is notified why; unless no rule was broken. */
function UndoDialog({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const t = useTranslate();
  const [reason, setReason] = useState("");
  const undo = useUndoDecision();
  const count = countCharacters(reason.trim());
  const canSend = count >= REASON_MIN && count <= REASON_MAX;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSend || undo.isPending) return;
    const variables = { decisionId: decision._id, reason };
    undo.mutate(variables, {
      onSuccess: () => {
        toast.success(t("The decision was undone."));
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Undo this decision")}
      width="sm"
      canClose={() => !undo.isPending}
    >
      <Form onSubmit={handleSubmit}>
        <p>
          {decision.outcome === "no_violation"
            ? t("The case is open again, and what was held is held again. Only the staff read your reason.")
            : t(
                "What it removed comes back, and what it forbade is allowed again. The person reads your reason.",
              )}
        </p>
        <TextareaField
          label={t("Reason")}
          name="reason"
          required
          value={reason}
          hint={<ReasonHint count={count} />}
          onChange={(event) => setReason(event.target.value)}
        />
        {undo.isError && <Alert key={undo.submittedAt}>{messageOf(undo.error)}</Alert>}
        <Answers>
          <Button variant="secondary" disabled={undo.isPending} onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button type="submit" disabled={!canSend} isPending={undo.isPending}>
            {t("Undo decision")}
          </Button>
        </Answers>
      </Form>
    </Dialog>
  );
}

/** Below a reason: how long it has to be, and how long it is. */
export const ReasonHint = ({ count }: { count: number }) => {
  const t = useTranslate();
  return count < REASON_MIN ? (
    t("At least {min} characters.", { min: REASON_MIN })
  ) : (
    <CharCounter count={count} max={REASON_MAX} />
  );
};
