"use client";

import { MessageCircle, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { AUDIENCES } from "@/components/posts/composer/who-can-comment";
import { EditCaptionDialog } from "@/components/posts/post-card/edit-caption-dialog";
import { NotificationsItem } from "@/components/posts/post-card/notifications-item";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Menu, MenuItem } from "@/components/ui/menu";
import { SelectField } from "@/components/ui/select-field";
import { toast, undoToast } from "@/components/ui/toast";
import { failureMessage, messageOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { useDeletePost, useRestorePost } from "@/lib/posts/client/mutations";
import { useSetWhoCanComment } from "@/lib/posts/client/post-settings";
import type { Post } from "@/lib/posts/schema";

type Props = { post: Post; trigger: ReactNode; onDeleted: (() => void) | undefined };

/** The author's menu of a post: edit its caption, who may comment, notifications, delete it. */
export function AuthorMenu({ post, trigger, onDeleted }: Props) {
  const t = useTranslate();
  const [openDialog, setOpenDialog] = useState<"edit" | "comments" | "delete">();
  /** How often the caption was edited: each time begins with the texts as they are. */
  const [edits, setEdits] = useState(0);
  const deletion = useDeletePost();
  const restoring = useRestorePost();
  const close = () => setOpenDialog(undefined);
  const remove = () => {
    onDeleted?.();
    // Not with `mutate`'s callbacks: they are dropped when this menu unmounts with the post.
    const toastId = undoToast(t("Post deleted."), () => {
      restoring.mutateAsync(post).catch((error: unknown) => {
        toast.error(t("Couldn't bring your post back. {error}", { error: messageOf(error) }));
      });
    });
    deletion.mutateAsync(post).catch((error: unknown) => {
      toast.dismiss(toastId);
      toast.error(t("Couldn't delete your post. {error}", { error: messageOf(error) }));
    });
  };
  return (
    <>
      <Menu defaultOpen trigger={trigger}>
        <MenuItem
          icon={<Pencil />}
          onSelect={() => {
            setEdits(edits + 1);
            setOpenDialog("edit");
          }}
        >
          {t("Edit caption")}
        </MenuItem>
        <MenuItem icon={<MessageCircle />} onSelect={() => setOpenDialog("comments")}>
          {t("Who can comment")}
        </MenuItem>
        <NotificationsItem post={post} />
        <MenuItem icon={<Trash2 />} danger onSelect={() => setOpenDialog("delete")}>
          {t("Delete")}
        </MenuItem>
      </Menu>
      {edits > 0 && (
        <EditCaptionDialog key={edits} post={post} open={openDialog === "edit"} onClose={close} />
      )}
      {openDialog === "comments" && <WhoCanCommentDialog post={post} onClose={close} />}
      <ConfirmDialog
        open={openDialog === "delete"}
        onOpenChange={close}
        title={t("Are you sure you want to delete this post?")}
        description={t("It disappears for everyone, with its likes and comments.")}
        confirmLabel={t("Delete")}
        danger
        onConfirm={remove}
      />
    </>
  );
}

/** Chooses who may comment on an own post. A choice is saved at once. */
function WhoCanCommentDialog({ post, onClose }: { post: Post; onClose: () => void }) {
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
