"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleX, Clock } from "lucide-react";
import { useTranslate } from "@/lib/language/translate";
import { affiliationLabel } from "@/lib/profiles/affiliation";
import type { AffiliationRequestAnswer } from "@/lib/profiles/affiliation-schema";
import { affiliationRequestOptions } from "@/lib/profiles/client/queries";

/**
 * The state of the viewer's request to the college, while it waits or is rejected; else nothing.
 */
export function RequestLine({ request }: { request: AffiliationRequestAnswer }) {
  const t = useTranslate();
  const { state, role, department } = request;
  if (!role || (state !== "pending" && state !== "rejected")) return null;
  const what = affiliationLabel({ role, department, batch: null }, t);
  const Icon = state === "pending" ? Clock : CircleX;
  return (
    <p className="flex items-start gap-2 text-ink2 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {state === "pending"
        ? t("Waiting for the college: {what}. Only you see this.", { what })
        : t("The college has not confirmed: {what}. Only you see this.", { what })}
    </p>
  );
}

/** What the viewer has asked the college to confirm, on their own profile; else nothing. */
export function AffiliationState({ userId }: { userId: string }) {
  const { data } = useQuery(affiliationRequestOptions(userId));
  if (data?.state !== "pending" && data?.state !== "rejected") return null;
  return (
    <div className="px-4 md:px-6">
      <RequestLine request={data} />
    </div>
  );
}
