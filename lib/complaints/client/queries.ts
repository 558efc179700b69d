import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import type { ComplaintBody } from "@/lib/complaints/schema";

const KEY = ["moderation", "complaints"];

/** Sends a complaint, with or without an account. */
export const useComplain = () =>
  useMutation({ mutationFn: (body: ComplaintBody) => api.post("/complaints", { body }) });

export const complaintsOptions = (state: "open" | "handled") =>
  queryOptions({
    queryKey: [...KEY, state],
    queryFn: async ({ signal }) =>
      (await api.get("/moderation/complaints", { query: { state }, signal })).complaints,
  });

export const useHandleComplaint = () =>
  useMutation({
    mutationFn: (id: string) =>
      api.post("/moderation/complaints/{complaintId}/handled", { params: { complaintId: id } }),
    onSettled: (_answer, _error, _id, _result, { client }) => client.invalidateQueries({ queryKey: KEY }),
  });
