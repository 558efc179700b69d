"use client";

import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { useDecideEach } from "@/lib/moderation/client/mutations";
import { SELECTED_MAX } from "@/lib/moderation/policy";
import type { CaseSummary, DecisionBody } from "@/lib/moderation/schema";

/**
 * Cases of a list that are decided alike: each by itself, one after the other, so that one that
 * someone else decided stops none of the others. Those that failed stay selected, with
 * why.
 */
export function useSelection(cases: CaseSummary[]) {
  const t = useTranslate();
  const [isSelecting, setIsSelecting] = useState(false);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const [done, setDone] = useState<number>();
  const { decide, onDone } = useDecideEach();
  // What has left the list is no longer selected.
  const selected = cases.filter(({ _id }) => ids.has(_id));

  const toggle = (id: string) => {
    const next = new Set(ids);
    if (!next.delete(id) && selected.length < SELECTED_MAX) next.add(id);
    setIds(next);
  };
  const clear = (isStill: boolean) => {
    setIsSelecting(isStill);
    setIds(new Set());
    setFailures(new Map());
  };
  const decideAll = async (body: DecisionBody) => {
    if (done !== undefined) return;
    const failed = new Map<string, string>();
    for (const [index, { _id }] of selected.entries()) {
      setDone(index);
      await decide(_id, body).catch((error: unknown) => failed.set(_id, messageOf(error)));
    }
    setDone(undefined);
    setFailures(failed);
    setIds(new Set(failed.keys()));
    setIsSelecting(failed.size > 0);
    const decided = selected.length - failed.size;
    if (decided > 0)
      toast.success(t("{count, plural, one {# case} other {# cases}} decided.", { count: decided }));
    if (failed.size > 0)
      toast.error(
        t("{count, plural, one {# case} other {# cases}} could not be decided.", { count: failed.size }),
      );
    await onDone();
  };
  return {
    isSelecting,
    selected,
    isSelected: (id: string) => ids.has(id),
    isFull: selected.length >= SELECTED_MAX,
    failureOf: (id: string) => failures.get(id),
    /** How many are decided, while they are. */
    done,
    begin: () => clear(true),
    end: () => clear(false),
    toggle,
    decideAll,
  };
}

export type Selection = ReturnType<typeof useSelection>;
