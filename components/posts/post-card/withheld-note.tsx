"use client";

import { ShieldAlert, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ButtonLink } from "@/components/ui/link";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { DECISIONS } from "@/lib/paths";
import { useDeletePost } from "@/lib/posts/client/mutations";
import { withheldText } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";

type Props = { post: Post; onDeleted: (() => void) | undefined };

/** On a post that moderators withhold, which only its author sees: why, and what can be done. */
export function WithheldNote({ post, onDeleted }: Props) {
  const t = useTranslate();
  const [isAsking, setIsAsking] = useState(false);
  const deletion = useDeletePost();
  if (!post.withheld) return null;
  const isRemoved = post.withheld.decisionId !== null;
  const remove = () => {
    onDeleted?.();
    // Not with `mutate`'s callbacks: they are dropped when this note unmounts with the post.
    deletion.mutateAsync(post).catch((error: unknown) => {
      toast.error(t("Couldn't delete your post. {error}", { error: messageOf(error) }));
    });
  };
  return (
    <div className="mx-4 mt-3 flex items-start gap-3 rounded-field bg-sunken px-4 py-3 md:mx-5">
      <ShieldAlert aria-hidden className="mt-px size-5 shrink-0 text-ink2" />
      <div className="min-w-0 flex-1 text-label">
        <p className="free-text font-semibold">{withheldText(post.withheld, t)}</p>
        <p className="text-ink2">
          {isRemoved
            ? t("Only you still see it, without its media, for 30 days. Then it is deleted.")
            : t("Only you see it, without its media, until they have looked at it.")}
        </p>
        <div className="mt-2.5 flex flex-wrap gap-2">
          {isRemoved && (
            <ButtonLink href={DECISIONS} prefetch={false} variant="secondary" size="sm">
              {t("Appeal")}
            </ButtonLink>
          )}
          <Button variant="dangerOutline" size="sm" onClick={() => setIsAsking(true)}>
            <Trash2 aria-hidden />
            {t("Delete")}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("Are you sure you want to delete this post?")}
        description={t("It is deleted for good.")}
        confirmLabel={t("Delete")}
        danger
        onConfirm={remove}
      />
    </div>
  );
}
