import { Newspaper } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

/** The home feed before anyone has posted. */
export function EmptyFeed() {
  return (
    <div className="card-bleed">
      <EmptyState
        icon={Newspaper}
        title="Your campus is quiet so far"
        action={<ButtonLink href="/create-post">Create the first post</ButtonLink>}
      >
        Share a photo or video, and everyone sees it here.
      </EmptyState>
    </div>
  );
}
