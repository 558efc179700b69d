import { SearchX } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { ButtonLink } from "@/components/ui/link";

/** Shown for a post that was deleted or never existed. */
export function MissingPost() {
  return (
    <div className="card-bleed max-md:mt-3">
      <h1 className="sr-only">Post not found</h1>
      <EmptyState
        icon={SearchX}
        title="This post is no longer available"
        action={<ButtonLink href="/mainfeed">Back to the feed</ButtonLink>}
      >
        Its author may have deleted it.
      </EmptyState>
    </div>
  );
}
