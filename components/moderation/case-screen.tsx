"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChevronRight, ListChecks } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { PersonLink } from "@/components/moderation/case-parts";
import { CaseReports } from "@/components/moderation/case-reports";
import { DecisionForm } from "@/components/moderation/decision-form";
import { DecisionItem } from "@/components/moderation/decision-item";
import { subjectTitle } from "@/components/moderation/labels";
import { RowSkeletons } from "@/components/moderation/list-states";
import { ReportedContent } from "@/components/moderation/reported-content";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { once, useShortcuts } from "@/lib/dom/use-shortcuts";
import { useAssignCase, useSetHold } from "@/lib/moderation/client/mutations";
import { caseItems, caseOptions, casesOptions } from "@/lib/moderation/client/queries";
import type { CaseDetail } from "@/lib/moderation/schema";
import { COLLEGE_LOG, casePath, MODERATION } from "@/lib/paths";
import { useMe } from "@/lib/profiles/client/queries";
import { countOf } from "@/lib/text/counts";

/** The page of one case: what was reported, by whom, about whom, and the decision. */
export function CaseScreen({ caseId }: { caseId: string }) {
  const query = useQuery(caseOptions(caseId));
  if (query.isPending) {
    return (
      <Card bleed className="p-4 md:p-6">
        <RowSkeletons label="Loading the case" />
      </Card>
    );
  }
  if (!query.data) {
    return (
      <Card bleed>
        <h1 className="sr-only">Case</h1>
        {apiError(query.error)?.isGone ? (
          <EmptyState
            icon={ListChecks}
            title="There is no such case"
            action={<ButtonLink href={MODERATION}>See open cases</ButtonLink>}
          />
        ) : (
          <ErrorState error={query.error} onRetry={() => query.refetch()} isPending={query.isFetching} />
        )}
      </Card>
    );
  }
  // A new key: what was typed about one case does not move on to the next.
  return <OpenCase key={caseId} item={query.data} onReload={() => void query.refetch()} />;
}

function OpenCase({ item, onReload }: { item: CaseDetail; onReload: () => void }) {
  const { closedAt, decisions, canDecide, whyNot, person } = item;
  const me = useMe();
  const [conflict, setConflict] = useState<string>();
  const decided = useRef<HTMLDivElement>(null);
  const isOpen = closedAt === null;
  useOpened(item);
  const handleConflict = (message: string) => {
    setConflict(message);
    onReload();
  };
  return (
    <>
      <CaseHeader item={item} />
      <div className="flex flex-col gap-2 md:gap-4 rail:grid rail:grid-cols-[minmax(0,1fr)_24rem] rail:items-start">
        <div className="flex min-w-0 flex-col gap-2 md:gap-4">
          <ReportedContent item={item} />
          <CaseReports item={item} />
          <History item={item} />
        </div>
        <Card
          bleed
          ref={decided}
          tabIndex={-1}
          className="flex flex-col gap-4 p-4 outline-none max-rail:order-last md:p-6 rail:sticky rail:top-6 rail:max-h-[calc(100dvh-3rem)] rail:overflow-y-auto"
        >
          {conflict && <Alert>{conflict}</Alert>}
          <Assignee item={item} />
          {isOpen && canDecide && (
            <DecisionForm
              item={item}
              onDecided={() => decided.current?.focus()}
              onConflict={handleConflict}
            />
          )}
          {isOpen && !canDecide && <Alert tone="info">{whyNot ?? "You can't decide this case."}</Alert>}
          {decisions.length > 0 && (
            <section className="flex flex-col gap-4">
              <h2 className="text-lg">{isOpen ? "Earlier decisions" : "Decided"}</h2>
              {decisions.map((decision) => (
                <DecisionItem key={decision._id} decision={decision} canUndo={person?._id !== me?._id} />
              ))}
            </section>
          )}
          {me?.staffRole === "admin" && <LegalHold item={item} />}
          {!isOpen && <NextCase caseId={item._id} isProminent />}
        </Card>
      </div>
    </>
  );
}

function CaseHeader({ item }: { item: CaseDetail }) {
  return (
    <header className="flex items-center justify-between gap-3 px-4 md:px-0">
      <div className="min-w-0">
        <h1 className="line-clamp-2 break-words text-xl md:text-2xl">{subjectTitle(item)}</h1>
        <p className="text-ink2 text-sm">
          Open since <RelativeTime at={item.openedAt} style="exact" />
          {item.isSealed && " · Sealed: only admins see this case"}
        </p>
      </div>
      <NextCase caseId={item._id} />
    </header>
  );
}

/** For admins: nothing of the case is removed while it is under a legal hold. */
function LegalHold({ item: { _id, isPreserved } }: { item: CaseDetail }) {
  const hold = useSetHold(_id);
  return (
    <section className="flex flex-col items-start gap-2 border-line border-t pt-4 text-label">
      <p className="text-ink2">
        {isPreserved
          ? "Under a legal hold: nothing of this case is removed."
          : "Where a court or the police may need it, a legal hold keeps everything of this case."}
      </p>
      {hold.isError && <Alert key={hold.submittedAt}>{messageOf(hold.error)}</Alert>}
      <Button
        variant="secondary"
        size="sm"
        isPending={hold.isPending}
        onClick={() => hold.mutate(!isPreserved)}
      >
        {isPreserved ? "End the legal hold" : "Set a legal hold"}
      </Button>
    </section>
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
      <bdi>{assignee.name}</bdi> is working on this case.
    </Alert>
  );
}

/** Leads to the first open case but this one; so does `j`. */
function NextCase({ caseId, isProminent = false }: { caseId: string; isProminent?: boolean }) {
  const router = useRouter();
  const me = useMe();
  const open = caseItems.all(useInfiniteQuery(casesOptions("open")).data);
  const others = open.filter(({ _id }) => _id !== caseId);
  const next = others.find(({ assignee }) => !assignee || assignee._id === me?._id) ?? others[0];
  const href = next ? casePath(next._id) : MODERATION;
  useShortcuts({ j: once(() => router.push(href)) });
  return (
    <ButtonLink
      href={href}
      prefetch={false}
      size={isProminent ? "md" : "sm"}
      variant={isProminent ? "primary" : "secondary"}
    >
      {next ? "Next case" : "Back to the queue"}
      <ChevronRight aria-hidden />
    </ButtonLink>
  );
}

const ROLES = { moderator: "Moderator", admin: "Admin" };

/** What else is known about the person. */
function History({ item: { person, history } }: { item: CaseDetail }) {
  if (!person || !history) return null;
  const { joinedAt, staffRole, isActive, suspension, reports, decisions } = history;
  const isBanned = suspension && suspension.until === null;
  return (
    <Card bleed className="flex flex-col gap-3 p-4 md:p-6">
      <h2 className="text-lg">About the person</h2>
      <PersonLink person={person} />
      <ul className="flex flex-col gap-1 text-label">
        <li>
          Joined <RelativeTime at={joinedAt} style="exact" />
          {staffRole && ` · ${ROLES[staffRole]}`}
          {!isActive && !isBanned && " · Deactivated"}
        </li>
        {suspension && (
          <li className="font-semibold text-danger">
            {suspension.until ? (
              <>
                Suspended until <RelativeTime at={suspension.until} style="exact" />
              </>
            ) : (
              "Banned"
            )}
          </li>
        )}
        <li>
          {reports === 0 ? "No reports in other cases" : `${countOf(reports, "report")} in other cases`}
        </li>
      </ul>
      {decisions.length === 0 ? (
        <p className="text-ink2 text-label">No earlier decisions.</p>
      ) : (
        <ul aria-label="Earlier decisions" className="divide-y divide-line">
          {decisions.map((decision) => (
            <li key={decision._id} className="py-3">
              <DecisionItem decision={decision} isElsewhere />
            </li>
          ))}
        </ul>
      )}
      <p>
        <TextLink href={`${COLLEGE_LOG}?person=${person._id}`} prefetch={false}>
          Everything in the log
        </TextLink>
      </p>
    </Card>
  );
}
