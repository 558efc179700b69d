import { UserRoundX, UserX } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { USER_NOT_FOUND } from "@/lib/text/messages";

/** Nobody has this address: never had, or has left for good. */
export function MissingProfile() {
  return (
    <div className="card-bleed max-md:mt-3">
      <h1 className="sr-only">Profile</h1>
      <EmptyState
        icon={UserX}
        title={USER_NOT_FOUND}
        action={<ButtonLink href="/search-users">Search people</ButtonLink>}
      >
        The link may be wrong, or they have left campus for good.
      </EmptyState>
    </div>
  );
}

/** Somebody was here, and their account is switched off. */
export function DeactivatedProfile() {
  return (
    <div className="card-bleed max-md:mt-3">
      <h1 className="sr-only">Profile</h1>
      <EmptyState
        icon={UserRoundX}
        title="This account is deactivated"
        action={<ButtonLink href="/search-users">Search people</ButtonLink>}
      >
        This profile is hidden for now. It may come back.
      </EmptyState>
    </div>
  );
}
