"use client";

import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { CaseNotes } from "@/components/moderation/case-notes";
import { CasePerson } from "@/components/moderation/case-person";
import { CaseReports } from "@/components/moderation/case-reports";
import { DecisionForm } from "@/components/moderation/decision-form";
import { DecisionItem } from "@/components/moderation/decision-item";
import { subjectTitle } from "@/components/moderation/labels";
import { RowsPlaceholder } from "@/components/moderation/list-states";
import { NextCase, useNextCase } from "@/components/moderation/next-case";
import { LiveLink, ReportedContent, ReportedMedia } from "@/components/moderation/reported-content";
import { useAfterDecision } from "@/components/moderation/use-after-decision";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ButtonLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import { useAssignCase, useLiftInvolvement, useSetHold } from "@/lib/moderation/client/mutations";
import { caseOptions } from "@/lib/moderation/client/queries";
import type { CaseDetail } from "@/lib/moderation/schema";
import { MODERATION } from "@/lib/paths";
import { useMe } from "@/lib/profiles/client/queries";
import { isolated } from "@/lib/text/names";

/** The page of one case: what was reported, by whom, about whom, and the decision. */
export function CaseScreen({ caseId }: { caseId: string }) {
  const t = useTranslate();
  const query = useQuery(caseOptions(caseId));
  if (!query.data) {
    return (
      <Card bleed>
        <h1 className="sr-only">{t("Case")}</h1>
        {apiError(query.error)?.isGone ? (
          <EmptyState
            icon={ListChecks}
            title={t("There is no such case")}
            action={<ButtonLink href={MODERATION}>{t("See open cases")}</ButtonLink>}
          />
        ) : (
          <RowsPlaceholder padded query={query} label={t("Loading the case")} />
        )}
      </Card>
    );
  }
  // A new key: what was typed about one case does not move on to the next.
  return <OpenCase key={caseId} item={query.data} onReload={() => void query.refetch()} />;
}

function OpenCase({ item, onReload }: { item: CaseDetail; onReload: () => void }) {
  const t = useTranslate();
  const { closedAt, decisions, person } = item;
  const me = useMe();
  const [conflict, setConflict] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  const next = useNextCase(item._id);
  const goOn = useAfterDecision(next);
  const isOpen = closedAt === null;
  useOpened(item);
  // A moderator who walks through the queue goes on reading here.
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const handleConflict = (message: string) => {
    setConflict(message);
    onReload();
  };
  return (
    <div className="flex flex-col gap-2 md:gap-4 rail:min-h-0 rail:flex-1">
      <header className="flex items-center justify-between gap-3 px-4 md:px-0">
        <div className="min-w-0">
          <h1
            ref={title}
            tabIndex={-1}
            className="line-clamp-2 break-words rounded-sm text-xl outline-none md:text-2xl"
          >
            {subjectTitle(item, t)}
          </h1>
          <p className="text-ink2 text-sm">
            <Rich
              text={isOpen ? "Open since {when}" : "Opened on {when}"}
              values={{ when: <RelativeTime at={item.openedAt} style="exact" /> }}
            />
            {item.isSealed && ` · ${t("Sealed: only admins see this case")}`}
            <LiveLink item={item} />
          </p>
        </div>
        <NextCase next={next} />
      </header>
      {/* The padding shows the shadows of the cards. */}
      <div className="flex flex-col gap-2 md:gap-4 rail:relative rail:-m-1 rail:min-h-0 rail:flex-1 rail:overflow-y-auto rail:p-1">
        <ReportedContent item={item} />
        <CaseReports item={item} />
        <ReportedMedia item={item} />
        <CaseNotes item={item} />
        <CasePerson item={item} />
        {decisions.length > 0 && (
          <Card bleed className="flex flex-col gap-4 p-4 md:p-6">
            <h2 className="text-lg">{isOpen ? t("Earlier decisions") : t("Decided")}</h2>
            {decisions.map((decision) => (
              <DecisionItem key={decision._id} decision={decision} canUndo={person?._id !== me?._id} />
            ))}
          </Card>
        )}
        {isOpen && item.involved.length > 0 && <InvolvedStaff item={item} />}
        {me?.staffRole === "admin" && <LegalHold item={item} />}
      </div>
      <Card
        bleed
        // Below 1200px the choices stay in sight, until one of them takes more room.
        className="flex flex-col gap-3 p-4 empty:hidden max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-rail:not-has-[textarea]:sticky max-rail:bottom-0 max-rail:z-10 max-rail:py-2.5 rail:relative rail:max-h-1/2 rail:shrink-0 rail:overflow-y-auto rail:p-3"
      >
        {conflict && <Alert>{conflict}</Alert>}
        <Assignee item={item} />
        {isOpen && item.canDecide && (
          <DecisionForm item={item} onDecided={goOn} onConflict={handleConflict} />
        )}
        {isOpen && !item.canDecide && <NotYours whyNot={item.whyNot} next={next} />}
        {!isOpen && <NextCase next={next} isProminent />}
      </Card>
    </div>
  );
}

/** Why the viewer may not decide, and the way on: the case waits for the others. */
function NotYours({ whyNot, next }: { whyNot: string | undefined; next: string | undefined }) {
  const t = useTranslate();
  return (
    <>
      <Alert tone="info">{whyNot ?? t("You can't decide this case.")}</Alert>
      <ButtonLink href={next ?? MODERATION} prefetch={false}>
        {t("Leave it to someone else")}
      </ButtonLink>
    </>
  );
}

/** For admins: who of the staff may not decide, because they are involved, and letting them. */
function InvolvedStaff({ item: { _id, involved } }: { item: CaseDetail }) {
  const t = useTranslate();
  const lift = useLiftInvolvement(_id);
  return (
    <Card bleed className="flex flex-col items-start gap-2 p-4 text-label md:p-6">
      <p className="text-ink2">
        {t("Involved, and therefore not asked to decide: {names}.", {
          names: involved.map(({ name }) => isolated(name)).join(", "),
        })}
      </p>
      {lift.isError && <Alert key={lift.submittedAt}>{messageOf(lift.error)}</Alert>}
      <Button variant="secondary" size="sm" isPending={lift.isPending} onClick={() => lift.mutate()}>
        {t("Let them decide")}
      </Button>
    </Card>
  );
}

/** For admins: nothing of the case is removed while it is under a legal hold. */
function LegalHold({ item: { _id, isPreserved } }: { item: CaseDetail }) {
  const t = useTranslate();
  const hold = useSetHold(_id);
  return (
    <Card bleed className="flex flex-col items-start gap-2 p-4 text-label md:p-6">
      <p className="text-ink2">
        {isPreserved
          ? t("Under a legal hold: nothing of this case is removed.")
          : t("Where a court or the police may need it, a legal hold keeps everything of this case.")}
      </p>
      {hold.isError && <Alert key={hold.submittedAt}>{messageOf(hold.error)}</Alert>}
      <Button
        variant="secondary"
        size="sm"
        isPending={hold.isPending}
        onClick={() => hold.mutate(!isPreserved)}
      >
        {isPreserved ? t("End the legal hold") : t("Set a legal hold")}
      </Button>
    </Card>
  );
}

/** Assigns a case that the viewer has opened to them, once, unless someone has it. */
function useOpened({ _id }: CaseDetail): void {
  const { mutate: assign } = useAssignCase();
  const isNoted = useRef(false);
  useEffect(() => {
    if (isNoted.current) return;
    isNoted.current = true;
    assign(_id);
  }, [_id, assign]);
}

/** Says that another moderator is on the case, so that two don't do the same work. */
function Assignee({ item: { assignee, closedAt } }: { item: CaseDetail }) {
  const me = useMe();
  if (!assignee || closedAt !== null || assignee._id === me?._id) return null;
  return (
    <Alert tone="info">
      <Rich text="{name} is working on this case." values={{ name: <bdi>{assignee.name}</bdi> }} />
    </Alert>
  );
}
