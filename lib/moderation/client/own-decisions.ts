import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import type { OwnDecisionsAnswer } from "@/lib/moderation/schema";
import { patchCached } from "@/lib/query/optimistic";
import { type Pages, pagedList, pageItems } from "@/lib/query/pages";

/** Decisions about the viewer themself. Apart from the staff's queries, which no one else loads. */

const ownDecisionsKey = ["own-decisions"] as const;

export const decisionItems = pageItems("decisions");

/** The decisions about the viewer, newest first. */
export const ownDecisionsOptions = () =>
  pagedList(ownDecisionsKey, (cursor, signal) => api.get("/decisions", { query: { cursor }, signal }));

/** Appeals against a decision, which works once. */
export function useAppeal(decisionId: string) {
  return useMutation({
    mutationFn: (text: string) =>
      api.post("/decisions/{decisionId}/appeal", { params: { decisionId }, body: { text } }),
    onSuccess: ({ appeal }, _text, _result, { client }) =>
      patchCached<Pages<OwnDecisionsAnswer>>(client, ownDecisionsKey, (data) =>
        decisionItems.map(data, (decision) =>
          decision._id === decisionId ? { ...decision, appeal, canAppeal: false } : decision,
        ),
      ),
  });
}
