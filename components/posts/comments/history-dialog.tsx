"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { QueryError } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { useRemoveFromHistory } from "@/lib/comments/client/mutations";
import { historyOptions } from "@/lib/comments/client/queries";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";

type Props = {
  postId: string;
  /** A comment under the post; without one, it is the history of the caption. */
  commentId?: string;
  /** Its author can take versions out. */
  isOwn: boolean;
  onClose: () => void;
};

/** What a caption or comment said before its edits, the oldest first. */
export function HistoryDialog({ postId, commentId, isOwn, onClose }: Props) {
  const t = useTranslate();
  const query = useQuery(historyOptions(postId, commentId));
  const [removing, setRemoving] = useState<string>();
  return (
    <Dialog open onOpenChange={onClose} title={t("What it said before")} width="sm">
      {query.isError ? (
        <QueryError query={query} />
      ) : query.data ? (
        <ol className="flex flex-col gap-4">
          {query.data.map(({ _id, text, at }) => (
            <li key={_id} className="rounded-card bg-sunken px-3 py-2">
              <p className="text-ink2 text-sm">
                <Rich text="Until {when}" values={{ when: <RelativeTime at={at} style="exact" /> }} />
              </p>
              <p className="free-text text-label">{text}</p>
              {isOwn && (
                <Button
                  variant="dangerOutline"
                  size="sm"
                  className="mt-2 mb-1"
                  onClick={() => setRemoving(_id)}
                >
                  {t("Remove from history")}
                </Button>
              )}
            </li>
          ))}
          {query.data.length === 0 && <li className="text-ink2">{t("There is nothing to read.")}</li>}
        </ol>
      ) : (
        <SkeletonGroup label={t("Loading…")} className="flex flex-col gap-4">
          <Skeleton className="h-14 rounded-card" />
          <Skeleton className="h-14 rounded-card" />
        </SkeletonGroup>
      )}
      {removing && (
        <RemoveVersion
          postId={postId}
          commentId={commentId}
          versionId={removing}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Dialog>
  );
}

type RemoveProps = {
  postId: string;
  commentId: string | undefined;
  versionId: string;
  onClose: () => void;
};

/** Asks first, because it cannot be undone. */
function RemoveVersion({ postId, commentId, versionId, onClose }: RemoveProps) {
  const t = useTranslate();
  const removal = useRemoveFromHistory(postId, commentId);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("Remove this from the history?")}
      description={t("No one can read it any more. For 30 days a report still shows it to moderators.")}
      confirmLabel={t("Remove")}
      danger
      isPending={removal.isPending}
      error={
        removal.isError ? failureMessage(removal.error, t("It couldn't be removed. Please try again.")) : null
      }
      onConfirm={() => removal.mutate(versionId, { onSuccess: onClose })}
    />
  );
}
