"use client";

import { useRef } from "react";
import { AUDIENCES } from "@/components/posts/composer/who-can-comment";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SelectField } from "@/components/ui/select-field";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { useSetWhoCanComment } from "@/lib/posts/client/post-settings";
import type { Post } from "@/lib/posts/schema";

/** Chooses who may comment on an own post. A choice is saved at once. */
export function WhoCanCommentDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const t = useTranslate();
  const field = useRef<HTMLSelectElement>(null);
  const { mutateAsync } = useSetWhoCanComment(post);
  const choose = (value: string) => {
    const audience = AUDIENCES.find((one) => one.value === value);
    if (!audience) return;
    mutateAsync(audience.value).catch((error: unknown) => {
      toast.error(failureMessage(error, t("That choice couldn't be saved. Please try again.")));
    });
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("Who can comment")} initialFocus={field} width="sm">
      <div className="flex flex-col gap-4">
        <SelectField
          ref={field}
          label={t("Who can comment")}
          hint={t("You always can. Comments that are there already stay.")}
          options={AUDIENCES.map(({ value, label }) => ({ value, label: t(label) }))}
          value={post.whoCanComment}
          onChange={(event) => choose(event.target.value)}
        />
        <Button className="self-end" onClick={onClose}>
          {t("Done")}
        </Button>
      </div>
    </Dialog>
  );
}
