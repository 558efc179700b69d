import { type QueryClient, useMutation } from "@tanstack/react-query";
import type * as z from "zod";
import { api } from "@/lib/api/client/request";
import { collegeKeys } from "@/lib/college/client/queries";
import type { affiliationBody } from "@/lib/college/schema";
import { moderationKeys } from "@/lib/moderation/client/queries";
import type { Age } from "@/lib/moderation/staff-schema";
import type { StaffRole } from "@/lib/sessions/schema";

/** What admins do with people. All of it is in the log. */

const renew = (client: QueryClient) => {
  void client.invalidateQueries({ queryKey: moderationKeys.all });
  return client.invalidateQueries({ queryKey: collegeKeys.people });
};

/** Says what someone is at the college, and answers what they ask for. */
export const useSetAffiliation = () =>
  useMutation({
    mutationFn: ({ _id, ...body }: { _id: string } & z.input<typeof affiliationBody>) =>
      api.put("/college/people/{memberId}", { params: { memberId: _id }, body }),
    onSettled: (_answer, _error, _body, _result, { client }) => renew(client),
  });

/** Makes someone a moderator or an admin, or neither; an admin's role is taken by two. */
export const useSetStaffRole = () =>
  useMutation({
    mutationFn: ({ _id, staffRole }: { _id: string; staffRole: StaffRole | null }) =>
      api.post("/college/people/{memberId}/staff-role", { params: { memberId: _id }, body: { staffRole } }),
    onSettled: (_answer, _error, _body, _result, { client }) => renew(client),
  });

/** Notes what is known of someone's age. */
export const useSetAge = () =>
  useMutation({
    mutationFn: ({ _id, age }: { _id: string; age: Age }) =>
      api.post("/college/people/{memberId}/age", { params: { memberId: _id }, body: { age } }),
    onSettled: (_answer, _error, _body, _result, { client }) => renew(client),
  });

/** Logs someone out on all their devices. */
export const useSignOut = () =>
  useMutation({
    mutationFn: (memberId: string) =>
      api.post("/college/people/{memberId}/sign-out", { params: { memberId } }),
    onSettled: (_answer, _error, _id, _result, { client }) => renew(client),
  });

/** Imports the college's list of addresses, or says what that would do. */
export const useImportPeople = () =>
  useMutation({
    mutationFn: ({ file, dryRun }: { file: File; dryRun: boolean }) =>
      api.post("/college/people/import", {
        query: { dryRun: dryRun ? "1" : undefined },
        // Windows takes such files for Excel's own.
        body: new Blob([file], { type: "text/csv" }),
      }),
    onSettled: (_answer, _error, { dryRun }, _result, { client }) => (dryRun ? undefined : renew(client)),
  });
