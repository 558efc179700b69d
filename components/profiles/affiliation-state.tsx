"use client";

import { useQuery } from "@tanstack/react-query";
import { RequestLine } from "@/components/accounts/request-line";
import { affiliationRequestOptions } from "@/lib/profiles/client/queries";

/** What the viewer has asked the college to confirm, on their own profile; else nothing. */
export function AffiliationState({ userId }: { userId: string }) {
  const { data } = useQuery(affiliationRequestOptions(userId));
  return data ? <RequestLine request={data} /> : null;
}
