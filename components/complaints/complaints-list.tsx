"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { ListEnd, RowsPlaceholder } from "@/components/moderation/list-states";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { complaintItems, complaintsOptions, useHandleComplaint } from "@/lib/complaints/client/queries";
import { COMPLAINT_REASON_LABELS } from "@/lib/complaints/policy";
import type { Complaint } from "@/lib/complaints/schema";
import { useTranslate } from "@/lib/language/translate";

/** For admins: what people complained about; open ones first, and of those the worst. */
export function ComplaintsList() {
  const t = useTranslate();
  return (
    <>
      <Complaints state="open" title={t("Open")} />
      <Complaints state="handled" title={t("Handled")} />
    </>
  );
}

function Complaints({ state, title }: { state: "open" | "handled"; title: string }) {
  const t = useTranslate();
  const query = useInfiniteQuery(complaintsOptions(state));
  const complaints = complaintItems(query.data);
  if (state === "handled" && query.data && complaints.length === 0) return null;
  const content = () => {
    if (!query.data) return <RowsPlaceholder query={query} label={t("Loading complaints")} />;
    if (complaints.length === 0) {
      return (
        <EmptyState icon={Inbox} title={t("No complaints")}>
          {t("What people write at /complaint lands here.")}
        </EmptyState>
      );
    }
    return (
      <ul
        aria-label={state === "open" ? t("Open complaints") : t("Handled complaints")}
        className="divide-y divide-line"
      >
        {complaints.map((complaint) => (
          <li key={complaint._id} className="py-4">
            <ComplaintItem complaint={complaint} />
          </li>
        ))}
      </ul>
    );
  };
  return (
    <Card bleed className="p-4 md:p-6">
      <h2 className="text-lg">{title}</h2>
      {content()}
      <ListEnd query={query} label={t("Show more")} />
    </Card>
  );
}

function ComplaintItem({ complaint }: { complaint: Complaint }) {
  const t = useTranslate();
  const { _id, reason, place, text, email, createdAt, isConfirmed, handledAt } = complaint;
  const handle = useHandleComplaint();
  return (
    <article className="flex flex-col gap-1.5">
      <h3 className="text-base">{t(COMPLAINT_REASON_LABELS[reason])}</h3>
      <p className="text-ink2 text-sm">
        <RelativeTime at={createdAt} style="exact" />
        {email && ` · ${email}`}
        {!isConfirmed && ` · ${t("They have not answered our mail yet.")}`}
      </p>
      <p className="free-text font-medium">{place}</p>
      <p className="free-text whitespace-pre-wrap">{text}</p>
      {!handledAt && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          isPending={handle.isPending}
          onClick={() => handle.mutate(_id, { onError: (error) => toast.error(messageOf(error)) })}
        >
          {t("Mark as handled")}
        </Button>
      )}
    </article>
  );
}
