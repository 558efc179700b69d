"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { PeopleList } from "@/components/circles/people-list";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { commentLikersOptions } from "@/lib/comments/client/queries";
import { useTranslate } from "@/lib/language/translate";
import { likersOptions } from "@/lib/posts/client/queries";

type Props = {
  postId: string;
  /** A comment under the post; without one, they are the likes of the post. */
  commentId?: string;
  onClose: () => void;
};

/** The people who like a post or a comment, latest first. */
export function LikesDialog({ postId, commentId, onClose }: Props) {
  const t = useTranslate();
  const query = useInfiniteQuery(
    commentId === undefined ? likersOptions(postId) : commentLikersOptions(postId, commentId),
  );
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
