"use client";

import { CircleAlert, Film } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { editPost } from "@/components/posts/composer/draft-media";
import { useOutcome } from "@/components/posts/pending-post/use-outcome";
import { Caption } from "@/components/posts/post-card/caption";
import { CardWords } from "@/components/posts/post-card/card-words";
import { coversFrame, frameRatio, MediaFrame } from "@/components/posts/post-card/media-frame";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { cx } from "@/components/ui/cx";
import { ProgressBar } from "@/components/ui/progress";
import { isPhone } from "@/lib/dom/screen-hooks";
import { useTranslate } from "@/lib/language/translate";
import { COMPOSE, COMPOSE_ON_PHONE } from "@/lib/paths";
import { discardPost, retryPost, stopPost } from "@/lib/posts/client/send-posts";
import {
  backgroundOfItem,
  isReady,
  type PostStatus,
  type ReadyMedia,
  type UnpostedPost,
  useDraftOf,
} from "@/lib/posts/client/unposted";
import { useMe } from "@/lib/profiles/client/queries";

/** The viewer's posts that are not on the server yet, the newest first, as in the feed later. */
export function PendingPosts({ posts }: { posts: readonly UnpostedPost[] }) {
  return posts.toReversed().map((post) => <PendingCard key={post.id} post={post} />);
}

/** As high as the post that takes its place. It can have the focus of a button of it that goes. */
function PendingCard({ post }: { post: UnpostedPost }) {
  const t = useTranslate();
  const me = useMe();
  const { id, caption, status } = post;
  const items = post.items.filter(isReady);
  const [first] = items;
  const background = backgroundOfItem(first);
  if (!me) return null;
  return (
    <article aria-label={t("Your post, not posted yet")} tabIndex={-1} className="card-bleed relative">
      <header className="flex items-center gap-3 px-4 pt-4 md:px-5">
        <Avatar id={me._id} name={me.name} src={me.avatar} />
        <div className="min-w-0 flex-1 leading-5">
          <p className="truncate pt-1 font-semibold">
            <bdi>{me.name}</bdi>
          </p>
          <p role="status" className="truncate pb-1 text-ink2 text-sm leading-5">
            {t(stepOf(status))}
          </p>
        </div>
        {status.phase !== "stopped" && <Cancel id={id} status={status} />}
      </header>
      {status.phase === "stopped" && <Stopped post={post} status={status} />}
      {background && (
        <div className="pt-3 md:px-5">
          <CardWords text={caption.trim()} background={background} />
        </div>
      )}
      {caption.trim() !== "" && !background && (
        <div className="px-4 pt-3 md:px-5">
          <Caption text={caption.trim()} whole={false} />
        </div>
      )}
      {first && !background && (
        <div className="pt-3 md:px-5">
          <MediaFrame
            width={first.media.width}
            height={first.media.height}
            placeholder=""
            className="md:rounded-media"
          >
            <Preview item={first} />
            {items.length > 1 && (
              <span className="absolute top-3 right-3 rounded-full bg-black/70 px-2.5 py-0.5 font-semibold text-sm text-white tabular-nums">
                {`1/${items.length}`}
              </span>
            )}
          </MediaFrame>
        </div>
      )}
      {/* The actions will be here. */}
      <div className="h-14" />
      {status.phase !== "stopped" && (
        <div className="absolute inset-x-0 top-0 md:inset-x-5">
          <ProgressBar
            value={status.phase === "sending" ? status.progress : 0}
            label={t("Upload progress")}
            isThin
          />
        </div>
      )}
    </article>
  );
}

function Preview({ item: { media, altText } }: { item: ReadyMedia }) {
  const t = useTranslate();
  const isCovered = coversFrame(media, frameRatio(media));
  const style = cx("absolute inset-0 size-full", isCovered ? "object-cover" : "object-contain");
  if (media.mediaType === "image")
    return <img src={media.objectUrl} alt={altText || t("Your photo")} className={style} />;
  if (media.width === 0) return <Film aria-hidden className="absolute inset-0 m-auto size-10 text-ink2" />;
  return (
    <video
      src={media.objectUrl}
      aria-label={altText || t("Your video")}
      muted
      playsInline
      preload="metadata"
      className={style}
    />
  );
}

function stepOf(status: PostStatus): string {
  if (status.phase === "stopped") return "Not posted";
  return status.phase === "sending" ? status.step : "Waiting for its turn…";
}

function Cancel({ id, status }: { id: string; status: PostStatus }) {
  const t = useTranslate();
  if (status.phase === "sending" && !status.canStop) return null;
  return (
    <Button variant="ghost" size="sm" className="-mr-3" onClick={() => stopPost(id)}>
      {t("Cancel")}
    </Button>
  );
}

type StoppedProps = { post: UnpostedPost; status: PostStatus & { phase: "stopped" } };

/** Why it was not posted, and what its author can do. */
function Stopped({ post, status }: StoppedProps) {
  const t = useTranslate();
  const [isAsking, setIsAsking] = useState(false);
  const outcome = useOutcome();
  const edit = useEdit(post);
  const { id } = post;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 md:px-5">
      {status.isFailure ? (
        <p
          role="alert"
          className="flex min-w-[min(10rem,100%)] flex-1 gap-2 font-medium text-danger text-label"
        >
          <CircleAlert aria-hidden className="mt-px size-5 shrink-0" />
          <span className="min-w-0 break-words">{t(status.message)}</span>
        </p>
      ) : (
        <p className="min-w-[min(10rem,100%)] flex-1 font-medium text-label">{t(status.message)}</p>
      )}
      <span className="flex flex-wrap gap-1">
        <Button variant="soft" size="sm" onClick={() => retryPost(id, outcome)}>
          {t("Retry")}
        </Button>
        {edit && (
          <Button variant="ghost" size="sm" onClick={edit}>
            {t("Edit")}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={() => setIsAsking(true)}>
          {t("Discard")}
        </Button>
      </span>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("Discard this post?")}
        description={t("It was not posted, and will be lost.")}
        cancelLabel={t("Keep it")}
        confirmLabel={t("Discard")}
        danger
        onConfirm={() => discardPost(id)}
      />
    </div>
  );
}

/** Makes the post the draft again, and opens that; undefined while there is another draft. */
function useEdit(post: UnpostedPost): (() => void) | undefined {
  const router = useRouter();
  const { caption, items } = useDraftOf(post.personId);
  if (caption !== "" || items.length > 0) return undefined;
  return () => {
    editPost(post);
    router.push(isPhone() ? COMPOSE_ON_PHONE : COMPOSE);
  };
}
