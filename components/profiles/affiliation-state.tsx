"use client";

import { useQuery } from "@tanstack/react-query";
import { RequestLine } from "@/components/profiles/request-line";
import { affiliationRequestOptions } from "@/lib/profiles/client/queries";

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
