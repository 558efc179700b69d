import { UserRoundX, UserX } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { ButtonLink } from "@/components/ui/link";
import { USER_NOT_FOUND } from "@/lib/text/errors";

/** No account has this id: it never existed or has been deleted. */
export function MissingProfile() {
  return (
    <div className="card-bleed max-md:mt-3">
      <h1 className="sr-only">Profile</h1>
      <EmptyState
        icon={UserX}
        title={USER_NOT_FOUND}
        action={<ButtonLink href="/search-users">Search people</ButtonLink>}
      >
        The link may be wrong, or the account was deleted.
      </EmptyState>
    </div>
  );
}

/** The account exists but is deactivated. */
export function DeactivatedProfile() {
  return (
    <div className="card-bleed max-md:mt-3">
      <h1 className="sr-only">Profile</h1>
      <EmptyState
        icon={UserRoundX}
        title="This account is deactivated"
        action={<ButtonLink href="/search-users">Search people</ButtonLink>}
      >
        This profile isn't available right now.
      </EmptyState>
    </div>
  );
}
