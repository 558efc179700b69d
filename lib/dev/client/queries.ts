import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { type OutboxAnswer, PASSWORD_HEADER } from "@/lib/dev/schema";

/** Short enough for a code to be there by the time a developer has switched windows. */
const POLL_INTERVAL_MS = 2_000;

/**
 * The mails of the embedded outbox, newest first, only those to the address `to` if it is given.
 * Polls while the page is visible. `password` is what the page was opened with, if it needs one.
 */
export function useOutbox(to: string, password: string | undefined) {
  return useQuery({
    queryKey: ["dev", "outbox", to],
    queryFn: ({ signal }) =>
      api.get<OutboxAnswer>("/dev/outbox", {
        query: { to: to || undefined },
        headers: password ? { [PASSWORD_HEADER]: password } : undefined,
        anonymous: true,
        signal,
      }),
    select: ({ mails }) => mails,
    refetchInterval: POLL_INTERVAL_MS,
    placeholderData: keepPreviousData,
  });
}
