import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { type OutboxAnswer, PASSWORD_HEADER } from "@/lib/dev/schema";

/**
 * Milliseconds between two looks into the letterbox: a code shows up before one has switched
 * windows.
 */
const LOOK_EVERY_MS = 2_000;

/**
 * The mails of the embedded outbox, newest first; of one address when it is given, followed while
 * visible. `password`: what the page was opened with, if it asks for one.
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
    refetchInterval: LOOK_EVERY_MS,
    placeholderData: keepPreviousData,
  });
}
