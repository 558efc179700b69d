"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { PeopleList } from "@/components/circles/people-list";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { useText } from "@/lib/language/text";
import { likersOptions } from "@/lib/posts/client/queries";

/** The people who like a post, latest first. */
export function LikesDialog({ postId, onClose }: { postId: string; onClose: () => void }) {
  const t = useText();
  const query = useInfiniteQuery(likersOptions(postId));
  return (
    <Dialog open onOpenChange={onClose} title={t("Likes")} width="sm">
      <div className="min-h-80">
        <PeopleList
          label={t("Likes")}
          query={query}
          empty={<EmptyState icon={Heart} title={t("No likes yet")} />}
        />
      </div>
    </Dialog>
  );
}
