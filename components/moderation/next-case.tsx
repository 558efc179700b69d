"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useRouter } from "next/navigation";
import { createContext, useContext } from "react";
import { ButtonLink } from "@/components/ui/link";
import { once, useShortcuts } from "@/lib/dom/use-shortcuts";
import { useTranslate } from "@/lib/language/translate";
import { type CaseFilter, type CaseList, caseItems, casesOptions } from "@/lib/moderation/client/queries";
import { casePath, MODERATION } from "@/lib/paths";
import { useMe } from "@/lib/profiles/client/queries";

/** The queue next to a case: what one walks through. */
export const QueueContext = createContext<{ list: CaseList; filter: CaseFilter }>({
  list: "open",
  filter: {},
});

/**
 * The path of the open case to go on with: the one below this one in the queue, and at its end the
 * first. Cases that someone else has come last. Undefined when no other is open. `j` opens it,
 * and `k` to the one above.
 */
export function useNextCase(caseId: string): string | undefined {
  const router = useRouter();
  const me = useMe();
  const { list, filter } = useContext(QueueContext);
  // From closed cases one goes on to what is left to decide.
  const options = list === "closed" ? casesOptions("open") : casesOptions(list, filter);
  const open = caseItems.all(useInfiniteQuery(options).data);
  const at = open.findIndex(({ _id }) => _id === caseId);
  const others = [...open.slice(at + 1), ...open.slice(0, Math.max(at, 0))];
  const next = others.find(({ assignee }) => !assignee || assignee._id === me?._id) ?? others[0];
  const previous = open[at - 1];
  const href = next && casePath(next._id);
  useShortcuts({
    j: once(() => router.push(href ?? MODERATION)),
    k: once(() => router.push(previous ? casePath(previous._id) : MODERATION)),
  });
  return href;
}

export function NextCase({ next, isProminent = false }: { next: string | undefined; isProminent?: boolean }) {
  const t = useTranslate();
  return (
    <ButtonLink
      href={next ?? MODERATION}
      prefetch={false}
      size={isProminent ? "md" : "sm"}
      variant={isProminent ? "primary" : "secondary"}
    >
      {next ? t("Next case") : t("Back to the queue")}
      <ChevronRight aria-hidden />
    </ButtonLink>
  );
}
