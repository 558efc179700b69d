"use client";

import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { EditCaptionDialog } from "@/components/posts/post-card/edit-caption-dialog";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useDeletePost } from "@/lib/posts/client/mutations";
import type { Post } from "@/lib/posts/schema";

/** What an author can do with a post: change its caption, delete it. */
export function AuthorMenu({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  const [asking, setAsking] = useState<"edit" | "delete">();
  const deletion = useDeletePost();
  const close = () => setAsking(undefined);
  const remove = () => {
    onDeleted();
    // Not through `mutate`'s own callbacks: those are dropped with this menu, which goes with the
    // post.
    deletion.mutateAsync(post).catch((error: unknown) => {
      toast.error(`Your post is back: it couldn't be deleted. ${messageOf(error)}`);
    });
  };
  return (
    <>
      <Menu
        defaultOpen
        trigger={
          <IconButton label="Post options" className="-my-1 -mr-2.5">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil />} onSelect={() => setAsking("edit")}>
          Edit caption
        </MenuItem>
        <MenuItem icon={<Trash2 />} danger onSelect={() => setAsking("delete")}>
          Delete
        </MenuItem>
      </Menu>
      <EditCaptionDialog post={post} open={asking === "edit"} onClose={close} />
      <ConfirmDialog
        open={asking === "delete"}
        onOpenChange={close}
        title="Are you sure you want to delete this post?"
        description="It disappears for everyone, with its likes and comments. This can't be undone."
        confirmLabel="Delete"
        danger
        onConfirm={remove}
      />
    </>
  );
}
