import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { moderationKeys } from "@/lib/moderation/client/queries";
import type { CaseAnswer, DecisionBody, NewCase } from "@/lib/moderation/schema";

/** What the staff do. */

/** Shows a case as the server answered it, and has the lists and numbers loaded again. */
function showCase(client: QueryClient, { case: answered }: CaseAnswer): void {
  client.setQueryData(moderationKeys.case(answered._id), answered);
  renewLists(client);
}

const renewAll = (client: QueryClient) => client.invalidateQueries({ queryKey: moderationKeys.all });

function renewLists(client: QueryClient): void {
  const isCase = (key: readonly unknown[]) => key[1] === "case";
  void client.invalidateQueries({
    queryKey: moderationKeys.all,
    predicate: ({ queryKey }) => !isCase(queryKey),
  });
}

/** Opens a case without a report, or finds the open one. */
export function useOpenCase() {
  return useMutation({
    mutationFn: (body: NewCase) => api.post("/moderation/cases", { body }),
    onSuccess: (_answer, _body, _result, { client }) => renewLists(client),
  });
}

/** Leaves a note for colleagues. */
export function useLeaveNote(caseId: string) {
  return useMutation({
    mutationFn: (text: string) =>
      api.post("/moderation/cases/{caseId}/notes", { params: { caseId }, body: { text } }),
    onSuccess: (answer, _text, _result, { client }) => showCase(client, answer),
  });
}

/** Notes that the viewer has opened a case, and takes it unless another moderator has it. */
export function useAssignCase() {
  return useMutation({
    mutationFn: (caseId: string) => api.post("/moderation/cases/{caseId}/assign", { params: { caseId } }),
    onSuccess: (answer, _caseId, _result, { client }) => showCase(client, answer),
  });
}

/** Decides a case. Fails with `conflict` when it has already been decided. */
export function useDecide(caseId: string) {
  return useMutation({
    mutationFn: (body: DecisionBody) =>
      api.post("/moderation/cases/{caseId}/decision", { params: { caseId }, body }),
    onSuccess: (answer, _body, _result, { client }) => showCase(client, answer),
  });
}

/** Decides one case of several; the lists are renewed by `onDone`, once. */
export function useDecideEach() {
  const client = useQueryClient();
  return {
    decide: (caseId: string, body: DecisionBody) =>
      api.post("/moderation/cases/{caseId}/decision", { params: { caseId }, body }),
    onDone: () => renewAll(client),
  };
}

/** Undoes a decision, with a reason. */
export function useUndoDecision() {
  return useMutation({
    mutationFn: ({ decisionId, ...body }: { decisionId: string; reason: string; reopens?: boolean }) =>
      api.post("/moderation/decisions/{decisionId}/undo", { params: { decisionId }, body }),
    onSettled: (_answer, _error, _variables, _result, { client }) => renewAll(client),
  });
}

/** Confirms the ban that someone else decided. Fails with `conflict` when it is over by now. */
export function useConfirmBan(decisionId: string) {
  return useMutation({
    mutationFn: () => api.post("/moderation/decisions/{decisionId}/confirm", { params: { decisionId } }),
    onSettled: (_answer, _error, _nothing, _result, { client }) => renewAll(client),
  });
}

/** Puts a case under a legal hold, or ends it. */
export function useSetHold(caseId: string) {
  return useMutation({
    mutationFn: (held: boolean) =>
      api.put("/moderation/cases/{caseId}/hold", { params: { caseId }, body: { held } }),
    onSuccess: (answer, _held, _result, { client }) => showCase(client, answer),
  });
}

/** Lets those involved decide a case. */
export function useLiftInvolvement(caseId: string) {
  return useMutation({
    mutationFn: () => api.delete("/moderation/cases/{caseId}/involvement", { params: { caseId } }),
    onSuccess: (answer, _nothing, _result, { client }) => showCase(client, answer),
  });
}

/** Answers an appeal. Fails with `conflict` when it has already been answered. */
export function useAnswerAppeal(appealId: string) {
  return useMutation({
    mutationFn: (body: { accepted: boolean; answer: string }) =>
      api.post("/moderation/appeals/{appealId}/decision", { params: { appealId }, body }),
    onSettled: (_answer, _error, _body, _result, { client }) => renewAll(client),
  });
}
