"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { PeopleList } from "@/components/circles/people-list";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { BACK_BUTTON_QUERY } from "@/lib/dom/layer-hooks";
import { useMediaQuery } from "@/lib/dom/screen-hooks";
import { likersOptions } from "@/lib/posts/client/queries";

/** The people who like a post, latest first. */
export function LikesDialog({ postId, onClose }: { postId: string; onClose: () => void }) {
  const query = useInfiniteQuery(likersOptions(postId));
  // Where the back button closes dialogs, this dialog has a history entry of its own. The profile
  // replaces it.
  const hasBack = useMediaQuery(BACK_BUTTON_QUERY);
  return (
    <Dialog open onOpenChange={onClose} title="Likes" width="sm">
      <div className="min-h-80">
        <PeopleList
          label="Likes"
          query={query}
          replace={hasBack}
          empty={<EmptyState icon={Heart} title="No likes yet" />}
        />
      </div>
    </Dialog>
  );
}
