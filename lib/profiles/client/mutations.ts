import { type QueryClient, useMutation } from "@tanstack/react-query";
import { apiError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { translate } from "@/lib/language/translate";
import type { AffiliationRequestBody } from "@/lib/profiles/affiliation-schema";
import {
  type ProfileNews,
  patchPerson,
  showOwnProfile,
  usersKeys,
  withFields,
} from "@/lib/profiles/client/cache";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import type { OwnUser, ProfileBody } from "@/lib/profiles/schema";
import { optimistic } from "@/lib/query/optimistic";
import { sendToOtherTabs } from "@/lib/query/other-tabs";

/** Changes to the viewer's own profile. */

/** Updates the viewer's own profile in the stored session and everywhere, in other tabs too. */
function settleOwnProfile(client: QueryClient, profile: OwnUser): void {
  storeProfile(profile);
  showOwnProfile(client, profile);
  sendToOtherTabs<ProfileNews>({ kind: "profile", profile });
}

/** Changes the viewer's own profile; cards, comments and menus show the answer at once. */
export function useUpdateProfile() {
  return useMutation({
    mutationFn: ({ userId, change }: { userId: string; change: ProfileBody }) =>
      api.put("/users/{userId}", { params: { userId }, body: change }),
    onSuccess: ({ user }, _variables, _result, { client }) => settleOwnProfile(client, user),
  });
}

/** Asks the college to confirm that the viewer teaches or works there. */
export function useRequestAffiliation() {
  return useMutation({
    mutationFn: ({ userId, request }: { userId: string; request: AffiliationRequestBody }) =>
      api.post("/users/{userId}/affiliation-request", { params: { userId }, body: request }),
    onSuccess: (answer, { userId }, _result, { client }) =>
      client.setQueryData(usersKeys.affiliationRequest(userId), answer),
  });
}

/** Takes back what the viewer has asked. */
export function useWithdrawAffiliation() {
  return useMutation({
    mutationFn: (userId: string) => api.delete("/users/{userId}/affiliation-request", { params: { userId } }),
    onSuccess: (answer, userId, _result, { client }) =>
      client.setQueryData(usersKeys.affiliationRequest(userId), answer),
  });
}

/** What new members are offered on the feed and can put away for good. */
type Offer = "hidesChecklist" | "hidesSuggestions";

/** Puts an offer away at once. It comes back, and `onError` gets the message, if that fails. */
export function useHideOffer(offer: Offer, onError: (message: string) => void) {
  const patch = (client: QueryClient, userId: string, { isHidden }: { isHidden: boolean }) =>
    patchPerson(client, userId, (person) => withFields(person, { [offer]: isHidden }));
  return useMutation(
    optimistic({
      cancel: usersKeys.me(),
      mutationFn: (userId: string) =>
        api.put("/users/{userId}", { params: { userId }, body: { [offer]: true } satisfies ProfileBody }),
      apply: (client, userId) => {
        patch(client, userId, { isHidden: true });
        return (error) => {
          patch(client, userId, { isHidden: false });
          onError(updateErrorMessage(error));
        };
      },
      settle: (client, { user }) => settleOwnProfile(client, user),
    }),
  );
}

/** The message shown when a profile could not be saved. */
export const updateErrorMessage = (error: unknown): string =>
  apiError(error)?.serverMessage ?? translate("Update failed");
