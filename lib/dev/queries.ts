import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { outboxAnswer } from "@/lib/dev/contract";

/** Milliseconds between two looks into the letterbox: a code shows up before one has switched windows. */
const LOOK_EVERY_MS = 2_000;

/** The mails of the embedded outbox, newest first; of one address when it is given, followed while visible. */
export function useOutbox(to: string) {
  return useQuery({
    queryKey: ["dev", "outbox", to],
    queryFn: ({ signal }) =>
      api.get("/dev/outbox", { answer: outboxAnswer, query: { to: to || undefined }, signal }),
    select: ({ mails }) => mails,
    refetchInterval: LOOK_EVERY_MS,
    placeholderData: keepPreviousData,
  });
}
