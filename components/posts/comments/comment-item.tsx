"use client";

import { Ellipsis, Pencil, ShieldAlert, Trash2 } from "lucide-react";
import Link from "next/link";
import { type ComponentProps, type ReactNode, type Ref, useState } from "react";
import { NameLine } from "@/components/circles/affiliation-chip";
import { CommentActions } from "@/components/posts/comments/comment-actions";
import { EditedButton } from "@/components/posts/comments/edited-button";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/cx";
import { lazyComponent } from "@/components/ui/lazy-component";
import { LongText } from "@/components/ui/long-text";
import { RelativeTime } from "@/components/ui/relative-time";
import { isPending } from "@/lib/comments/client/cache";
import type { Comment } from "@/lib/comments/schema";
import { useTranslate } from "@/lib/language/translate";
import { useOnline } from "@/lib/offline/client/connection";
import { DECISIONS } from "@/lib/paths";
import { withheldText } from "@/lib/posts/policy";
import type { UserSummary } from "@/lib/profiles/schema";
import { commentAuthorName } from "@/lib/text/names";

const CommentMenu = lazyComponent(() =>
  import("@/components/posts/comments/comment-menu").then((module) => module.CommentMenu),
);

type Shown = Comment & { userId: UserSummary };

type Props = {
  postId: string;
  comment: Shown;
  /** The viewer's own comments have Edit and Delete, without a menu. Undefined without a viewer. */
  isMine?: boolean | undefined;
  /** Pass these only if the viewer may do so. */
  onEdit?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
  onReply?: (() => void) | undefined;
  /** The page's address links to it: it is marked for a moment. */
  isMarked?: boolean;
  ref?: Ref<HTMLLIElement>;
  /** The replies to it. */
  children?: ReactNode;
};

/** A comment with its replies; of a deleted one only that it was there. */
export function CommentItem({ comment, ...rest }: Omit<Props, "comment"> & { comment: Comment }) {
  const { userId } = comment;
  if (userId) return <ShownComment comment={{ ...comment, userId }} {...rest} />;
  return <DeletedComment ref={rest.ref}>{rest.children}</DeletedComment>;
}

function DeletedComment({ ref, children }: Pick<Props, "ref" | "children">) {
  const t = useTranslate();
  return (
    <li ref={ref} tabIndex={-1} className="flex scroll-my-24 items-start gap-2.5 focus:outline-none">
      {/* In place of the picture: its replies are where replies to others are. */}
      <span aria-hidden className="size-8 shrink-0 rounded-full bg-sunken" />
      <div className="flex min-w-0 flex-1 flex-col items-start">
        <p className="px-3 py-1.5 text-ink2 text-label">{t("Deleted comment")}</p>
        {children}
      </div>
    </li>
  );
}

/** In a bubble as wide as its text. */
function ShownComment({
  postId,
  comment,
  isMine,
  onEdit,
  onDelete,
  onReply,
  isMarked,
  ref,
  children,
}: Props) {
  const t = useTranslate();
  const { _id, name, username, avatar, affiliation } = comment.userId;
  const pending = isPending(comment);
  const isEdited = comment.editedAt !== null && !pending;
  const online = useOnline();
  const profile = `/profile/${_id}`;
  return (
    <li
      ref={ref}
      tabIndex={-1}
      className="group/item @container flex scroll-my-24 items-start gap-2.5 rounded-card focus:outline-none"
    >
      <Link href={profile} prefetch={false} tabIndex={-1} aria-hidden className="shrink-0 rounded-full">
        <Avatar id={_id} name={name} src={avatar} size="xs" />
      </Link>
      <div className="flex min-w-0 flex-1 flex-col items-start">
        <div
          className={cx(
            "group max-w-full rounded-card px-3 py-2 transition-colors group-focus/item:bg-soft",
            // Dashed instead of faded, so that the text stays legible.
            pending ? "outline-1 outline-line outline-dashed -outline-offset-1" : "bg-sunken",
            isMarked && "animate-mark",
          )}
        >
          <div
            className={cx(
              "flex items-baseline gap-x-2 text-sm",
              // Next to what else is there, a narrow bubble would leave a few letters of the name.
              isEdited ? "@max-[18rem]:flex-wrap @max-[18rem]:gap-y-3" : "@max-[11rem]:flex-wrap",
            )}
          >
            <NameLine
              affiliation={affiliation}
              className={cx("min-w-0", isEdited ? "@max-[18rem]:basis-full" : "@max-[11rem]:basis-full")}
            >
              <Link
                href={profile}
                prefetch={false}
                className="-my-1.5 max-w-full truncate py-1.5 font-semibold hover:underline"
              >
                <bdi>{commentAuthorName(name)}</bdi>
              </Link>
            </NameLine>
            <Handle username={username} />
            {pending ? (
              <span className="shrink-0 text-ink2">{online ? t("Sending…") : t("Waiting to send")}</span>
            ) : (
              <RelativeTime at={comment.createdAt} style="comment" className="shrink-0 text-ink2" />
            )}
            {isEdited && (
              <EditedButton
                postId={postId}
                commentId={comment._id}
                isOwn={isMine === true}
                className="-mt-1.5 pt-1.5"
              />
            )}
            {isMine && onEdit && !pending && (
              <CommentButton label={t("Edit comment")} className="hover:text-ink" onClick={onEdit}>
                <Pencil aria-hidden className="size-4" />
              </CommentButton>
            )}
            {isMine && onDelete && !pending && (
              <CommentButton
                label={t("Delete comment")}
                className={cx("hover:text-danger", onEdit && "ml-0! touch:ml-6!")}
                onClick={onDelete}
              >
                <Trash2 aria-hidden className="size-4" />
              </CommentButton>
            )}
            {isMine === false && <CommentMenuButton comment={comment} onDelete={onDelete} />}
          </div>
          <LongText
            text={comment.content}
            mentions={comment.mentions}
            className={cx("free-text text-label", comment.withheld && "text-ink2")}
          />
          {comment.withheld && (
            <p className="mt-1 flex items-start gap-1.5 text-sm">
              <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-ink2" />
              <span className="free-text min-w-0">
                {withheldText(comment.withheld, t)}{" "}
                {comment.withheld.decisionId && (
                  <Link
                    href={DECISIONS}
                    prefetch={false}
                    className="font-semibold text-brand hover:underline"
                  >
                    {t("Appeal")}
                  </Link>
                )}
              </span>
            </p>
          )}
        </div>
        {isMine !== undefined && !pending && !comment.withheld && (
          <CommentActions postId={postId} comment={comment} onReply={onReply} />
        )}
        {children}
      </div>
    </li>
  );
}

/**
 * A small button next to the time. Hidden until hover or focus; always visible on touch screens.
 */
function CommentButton({ label, className, ...rest }: ComponentProps<"button"> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        "touch-target -my-1 -mr-1 ml-auto shrink-0 self-center rounded-full p-1 text-ink2 transition-[opacity,color] not-touch:opacity-0 not-touch:focus-visible:opacity-100 not-touch:group-hover:opacity-100 not-touch:data-[state=open]:opacity-100",
        className,
      )}
      {...rest}
    />
  );
}

/** Opens the menu of someone else's comment, whose code loads on the first press. */
function CommentMenuButton({ comment, onDelete }: Pick<Props, "comment" | "onDelete">) {
  const t = useTranslate();
  const [isRequested, setIsRequested] = useState(false);
  const props = {
    label: t("Comment options"),
    className: "hover:text-ink",
    children: <Ellipsis aria-hidden className="size-4" />,
  };
  const button = (
    <CommentButton
      {...props}
      aria-haspopup="menu"
      onPointerEnter={CommentMenu.preload}
      onFocus={CommentMenu.preload}
      onClick={() => setIsRequested(true)}
    />
  );
  if (!isRequested) return button;
  return (
    <CommentMenu
      fallback={button}
      onLoadError={() => setIsRequested(false)}
      comment={comment}
      trigger={<CommentButton {...props} />}
      onDelete={onDelete}
    />
  );
}

/** A person's @username. Next to the name, it shrinks first when there is little room. */
function Handle({ username }: { username: string }) {
  if (username === "") return null;
  return <span className="@max-md:hidden min-w-0 shrink-[9999] truncate text-ink2 text-sm">@{username}</span>;
}
