"use client";

import { Trash2 } from "lucide-react";
import Link from "next/link";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/cx";
import { Handle } from "@/components/ui/handle";
import { IconButton } from "@/components/ui/icon-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { isPending } from "@/lib/comments/client/cache";
import type { Comment } from "@/lib/comments/schema";
import { useOnline } from "@/lib/offline/client/connection";
import { commentAuthorName } from "@/lib/text/names";

/** A comment. Pass `onDelete` only if the viewer may delete it. */
export function CommentItem({
  comment,
  onDelete,
}: {
  comment: Comment;
  onDelete?: (() => void) | undefined;
}) {
  const { _id, name, username, avatar } = comment.userId;
  const pending = isPending(comment);
  const online = useOnline();
  const profile = `/profile/${_id}`;
  return (
    <li className="group flex items-start gap-2.5">
      <Link href={profile} prefetch={false} tabIndex={-1} aria-hidden className="rounded-full">
        <Avatar id={_id} name={name} src={avatar} size="xs" />
      </Link>
      <div
        className={cx(
          "min-w-0 flex-1 rounded-card px-3 py-2",
          // Dashed instead of faded, so that the text stays legible.
          pending ? "outline-1 outline-line outline-dashed -outline-offset-1" : "bg-sunken",
        )}
      >
        <p className="flex items-baseline gap-2 text-sm">
          <Link href={profile} prefetch={false} className="-my-1 truncate py-1 font-semibold hover:underline">
            {commentAuthorName(name)}
          </Link>
          <Handle username={username} />
          {pending ? (
            <span className="shrink-0 text-ink2">{online ? "Sending…" : "Waiting to send"}</span>
          ) : (
            <RelativeTime at={comment.createdAt} style="comment" className="shrink-0 text-ink2" />
          )}
        </p>
        <p className="free-text text-label">{comment.content}</p>
      </div>
      {onDelete && !pending && (
        <IconButton
          tone="danger"
          label="Delete comment"
          onClick={onDelete}
          // Hidden until hover or focus; always visible on touch screens.
          className="-ml-1.5 md:opacity-0 md:focus-visible:opacity-100 md:group-hover:opacity-100 touch:opacity-100"
        >
          <Trash2 />
        </IconButton>
      )}
    </li>
  );
}
