"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useRouter } from "next/navigation";
import { AuthScreen } from "@/components/accounts/auth-screen";
import { suggestionNote, WHAT_JOINING_DOES } from "@/components/circles/people-to-join";
import { PersonRow, PersonSkeletons } from "@/components/circles/person-row";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { signUp } from "@/lib/accounts/client/sign-up";
import { peopleSearchKeys, suggestionsOptions } from "@/lib/people-search/client/queries";
import { SUGGESTIONS_FOR_NEWCOMERS } from "@/lib/people-search/policy";
import { CIRCLES_TO_START } from "@/lib/profiles/policy";
import { safeRedirect } from "@/lib/screens";

/** The first circles of a newcomer, after the guide. */
export function JoinCirclesScreen() {
  const router = useRouter();
  const client = useQueryClient();
  const people = useQuery(suggestionsOptions(SUGGESTIONS_FOR_NEWCOMERS));
  const joined = people.data?.filter(({ isInCircle }) => isInCircle).length ?? 0;
  const leave = () => {
    // The feed suggests others.
    client.removeQueries({ queryKey: peopleSearchKeys.suggestions() });
    // The feed lies in a layout, and its empty page gives the router nothing to scroll to.
    window.scrollTo({ top: 0, behavior: "instant" });
    router.replace(safeRedirect(signUp.arrived()));
  };
  return (
    <AuthScreen title="Join three circles" subtitle={WHAT_JOINING_DOES}>
      {people.isPending && <PersonSkeletons count={SUGGESTIONS_FOR_NEWCOMERS} />}
      {people.isError && !people.data && (
        <ErrorState
          error={people.error}
          onRetry={() => void people.refetch()}
          isPending={people.isFetching}
        />
      )}
      {people.data?.length === 0 && (
        <EmptyState icon={Users} title="You're among the first here">
          As classmates arrive, you'll find them in Explore.
        </EmptyState>
      )}
      {people.data && people.data.length > 0 && (
        <ul aria-label="People to join" className="flex flex-col gap-3">
          {people.data.map((person) => (
            <li key={person._id}>
              <PersonRow person={person} isMe={false} compact note={suggestionNote(person)} />
            </li>
          ))}
        </ul>
      )}
      <div className="-mx-2 -mb-2 sticky bottom-0 flex flex-col gap-2 rounded-card bg-surface p-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))]">
        <p role="status" className="text-center text-ink2 text-sm">
          {joined === 0 ? "" : `${Math.min(joined, CIRCLES_TO_START)} of ${CIRCLES_TO_START} joined`}
        </p>
        <Button variant={joined === 0 ? "secondary" : "primary"} size="lg" wide onClick={leave}>
          {joined === 0 ? "Skip for now" : "Continue"}
        </Button>
      </div>
    </AuthScreen>
  );
}
