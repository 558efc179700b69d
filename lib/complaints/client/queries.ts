import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import type { Complaint, ComplaintBody, ConfirmationBody } from "@/lib/complaints/schema";
import { moderationKeys } from "@/lib/moderation/client/queries";
import { pagedList, pageItems } from "@/lib/query/pages";

const KEY = [...moderationKeys.all, "complaints"];

/** Sends a complaint, with or without an account. */
export const useComplain = () =>
  useMutation({ mutationFn: (body: ComplaintBody) => api.post("/complaints", { body }) });

/** Says that one has written the complaint whose link was in a mail. */
export const useConfirmComplaint = () =>
  useMutation({ mutationFn: (body: ConfirmationBody) => api.post("/complaints/confirm", { body }) });

const items = pageItems("complaints");
export const complaintItems = (data: Parameters<typeof items.all<Complaint>>[0]) =>
  items.all<Complaint>(data);

export const complaintsOptions = (state: "open" | "handled") =>
  pagedList([...KEY, state], (cursor, signal) =>
    api.get("/moderation/complaints", { query: { state, cursor }, signal }),
  );

/** Also the counts of what waits change with it. */
export const useHandleComplaint = () =>
  useMutation({
    mutationFn: (id: string) =>
      api.post("/moderation/complaints/{complaintId}/handled", { params: { complaintId: id } }),
    onSettled: (_answer, _error, _id, _result, { client }) => {
      void client.invalidateQueries({ queryKey: moderationKeys.numbers() });
      return client.invalidateQueries({ queryKey: KEY });
    },
  });
