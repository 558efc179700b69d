"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { PeopleList } from "@/components/circles/people-list";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { likersOptions } from "@/lib/posts/client/queries";

/** The people who like a post, latest first. */
export function LikesDialog({ postId, onClose }: { postId: string; onClose: () => void }) {
  const query = useInfiniteQuery(likersOptions(postId));
  return (
    <Dialog open onOpenChange={onClose} title="Likes" width="sm">
      <div className="min-h-80">
        <PeopleList label="Likes" query={query} empty={<EmptyState icon={Heart} title="No likes yet" />} />
      </div>
    </Dialog>
  );
}
