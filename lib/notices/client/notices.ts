import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import type { NewNoticeBody, SentNoticesAnswer } from "@/lib/notices/schema";

/** Notices to everyone: dismissing them, and what the staff send. */

const SENT = ["notices", "sent"] as const;

/** The notices that the staff have sent, the latest first. */
export const sentNoticesOptions = queryOptions({
  queryKey: SENT,
  queryFn: ({ signal }) => api.get("/moderation/notices", { signal }),
});

export const useDismissNotice = () =>
  useMutation({
    mutationFn: (noticeId: string) => api.post("/notices/{noticeId}/dismiss", { params: { noticeId } }),
  });

export const useSendNotice = () =>
  useMutation({
    mutationFn: (body: NewNoticeBody) => api.post("/moderation/notices", { body }),
    onSuccess: ({ notice }, _body, _result, { client }) =>
      client.setQueryData<SentNoticesAnswer>(SENT, (sent) => sent && { notices: [notice, ...sent.notices] }),
  });

export const useWithdrawNotice = () =>
  useMutation({
    mutationFn: (noticeId: string) => api.delete("/moderation/notices/{noticeId}", { params: { noticeId } }),
    onSuccess: ({ notice }, _id, _result, { client }) =>
      client.setQueryData<SentNoticesAnswer>(
        SENT,
        (sent) =>
          sent && { notices: sent.notices.map((other) => (other._id === notice._id ? notice : other)) },
      ),
  });
