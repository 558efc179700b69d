import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import type { LogChoice } from "@/lib/moderation/staff-schema";
import { pagedList, pageItems } from "@/lib/query/pages";
import type { ReportReason, ReportSubject } from "@/lib/reports/policy";

/** What the staff ask for. */

/** `mine`: open cases that the viewer has. */
export type CaseList = "open" | "mine" | "closed";
export type CaseFilter = { reason?: ReportReason | undefined; subject?: ReportSubject | undefined };
type AppealState = "open" | "closed";

export const moderationKeys = {
  all: ["moderation"] as const,
  cases: () => [...moderationKeys.all, "cases"] as const,
  caseList: (list: CaseList, filter: CaseFilter = {}) => [...moderationKeys.cases(), list, filter] as const,
  caseAbout: (subjectId: string) => [...moderationKeys.cases(), "about", subjectId] as const,
  case: (caseId: string) => [...moderationKeys.all, "case", caseId] as const,
  caseMedia: (caseId: string, mediaId: string) => [...moderationKeys.all, "media", caseId, mediaId] as const,
  appeals: (state: AppealState) => [...moderationKeys.all, "appeals", state] as const,
  log: (filter: LogChoice) => [...moderationKeys.all, "log", filter] as const,
  numbers: () => [...moderationKeys.all, "numbers"] as const,
};

export const caseItems = pageItems("cases");
export const appealItems = pageItems("appeals");
export const logItems = pageItems("entries");

/** Another moderator may decide any moment. */
const SHORT_LIVED = { staleTime: 10_000 };

/** Cases, worst and oldest first; the closed ones newest first. */
export const casesOptions = (list: CaseList, filter: CaseFilter = {}) => ({
  ...pagedList(moderationKeys.caseList(list, filter), (cursor, signal) => {
    const query = {
      ...filter,
      state: list === "closed" ? "closed" : "open",
      mine: list === "mine" ? "true" : undefined,
    };
    return api.get("/moderation/cases", { query: { ...query, cursor }, signal });
  }),
  ...SHORT_LIVED,
});

/** Whether there is an open case about something. */
export const caseAboutOptions = (subjectId: string) =>
  queryOptions({
    queryKey: moderationKeys.caseAbout(subjectId),
    queryFn: async ({ signal }) => {
      const query = { subjectId, limit: 1 };
      const { cases } = await api.get("/moderation/cases", { query, signal });
      return cases.length > 0;
    },
    ...SHORT_LIVED,
  });

export const caseOptions = (caseId: string) =>
  queryOptions({
    queryKey: moderationKeys.case(caseId),
    queryFn: ({ signal }) =>
      api.get("/moderation/cases/{caseId}", { params: { caseId }, signal }).then((answer) => answer.case),
    ...SHORT_LIVED,
  });

/** A file of a case, which is only for the staff. */
export const caseMediaOptions = (caseId: string, mediaId: string) =>
  queryOptions({
    queryKey: moderationKeys.caseMedia(caseId, mediaId),
    queryFn: async ({ signal }) =>
      (
        await api.open("/moderation/cases/{caseId}/media/{mediaId}", { params: { caseId, mediaId }, signal })
      ).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    // It leaves the memory with the screen.
    gcTime: 0,
  });

export const appealsOptions = (state: AppealState) => ({
  ...pagedList(moderationKeys.appeals(state), (cursor, signal) =>
    api.get("/moderation/appeals", { query: { state, cursor }, signal }),
  ),
  ...SHORT_LIVED,
});

/** What the staff did, newest first. */
export const logOptions = (filter: LogChoice) => ({
  ...pagedList(moderationKeys.log(filter), (cursor, signal) =>
    api.get("/moderation/log", { query: { ...filter, cursor }, signal }),
  ),
  ...SHORT_LIVED,
});

const COUNTED_EVERY_MS = 60_000;

export const numbersOptions = () =>
  queryOptions({
    queryKey: moderationKeys.numbers(),
    queryFn: ({ signal }) => api.get("/moderation/numbers", { signal }),
    refetchInterval: COUNTED_EVERY_MS,
  });
