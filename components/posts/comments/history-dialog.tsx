"use client";

import { useQuery } from "@tanstack/react-query";
import { Dialog } from "@/components/ui/dialog";
import { QueryError } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { historyOptions } from "@/lib/comments/client/queries";
import { Rich } from "@/lib/language/rich";
import { useText } from "@/lib/language/text";

type Props = {
  postId: string;
  /** Of a comment under the post; without one, of the caption. */
  commentId?: string;
  onClose: () => void;
};

/** What a caption or comment said before its edits, the oldest first. */
export function HistoryDialog({ postId, commentId, onClose }: Props) {
  const t = useText();
  const query = useQuery(historyOptions(postId, commentId));
  return (
    <Dialog open onOpenChange={onClose} title={t("What it said before")} width="sm">
      {query.isError ? (
        <QueryError query={query} />
      ) : query.data ? (
        <ol className="flex flex-col gap-4">
          {query.data.map(({ text, at }) => (
            <li key={at} className="rounded-card bg-sunken px-3 py-2">
              <p className="text-ink2 text-sm">
                <Rich text="Until {when}" values={{ when: <RelativeTime at={at} style="exact" /> }} />
              </p>
              <p className="free-text text-label">{text}</p>
            </li>
          ))}
          {query.data.length === 0 && <li className="text-ink2">{t("There were no words.")}</li>}
        </ol>
      ) : (
        <SkeletonGroup label={t("Loading…")} className="flex flex-col gap-4">
          <Skeleton className="h-14 rounded-card" />
          <Skeleton className="h-14 rounded-card" />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}
