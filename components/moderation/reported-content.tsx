"use client";

import { useQuery } from "@tanstack/react-query";
import { Eye, EyeOff, Film, ImageIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { PersonLink } from "@/components/moderation/case-parts";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { messageOf } from "@/lib/api/client/api-client-error";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import { DELETED_MEMBER } from "@/lib/messages/policy";
import { caseMediaOptions } from "@/lib/moderation/client/queries";
import type { CaseDetail } from "@/lib/moderation/schema";
import { commentPath } from "@/lib/paths";
import { subjectNoun } from "@/lib/reports/policy";
import type { ReportedVersion } from "@/lib/reports/schema";

const firstVersion = ({ snapshot: { versions } }: CaseDetail) =>
  versions.find(({ isFormer }) => !isFormer) ?? versions[0];

/** What was reported, as it was then, and what has become of it; its media are `ReportedMedia`. */
export function ReportedContent({ item }: { item: CaseDetail }) {
  const t = useTranslate();
  const { person } = item;
  const first = firstVersion(item);
  const state = stateOf(item, t);
  return (
    <Card bleed className="flex flex-col gap-4 p-4 md:not-short:p-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PersonLink person={person} />
        {first && (
          <p className="text-ink2 text-sm">
            <Rich
              text={first.isFormer ? "Deleted on {when}" : "As it was on {when}"}
              values={{ when: <RelativeTime at={first.takenAt} style="exact" /> }}
            />
          </p>
        )}
      </div>
      {state && <Alert tone="info">{state}</Alert>}
      {first ? (
        <Version version={first} item={item} />
      ) : (
        <p className="text-ink2">{t("What was reported is no longer stored.")}</p>
      )}
    </Card>
  );
}

/** Below the reports, which say what to look for: the media of what was reported, and its edits. */
export function ReportedMedia({ item }: { item: CaseDetail }) {
  const t = useTranslate();
  const first = firstVersion(item);
  const others = item.snapshot.versions.filter((version) => version !== first);
  const media = first?.media ?? [];
  if (media.length === 0 && others.length === 0) return null;
  return (
    <Card bleed className="flex flex-col gap-4 p-4 md:not-short:p-6">
      {media.length > 0 && <MediaFiles caseId={item._id} media={media} />}
      {others.map((version) => (
        <section
          key={`${version.isFormer} ${version.takenAt}`}
          className="flex flex-col gap-4 border-line not-first:border-t not-first:pt-4"
        >
          <h2 className="text-label">
            {version.isFormer ? t("What it said until") : t("Edited, as it was on")}{" "}
            <RelativeTime at={version.takenAt} style="exact" />
          </h2>
          <Version version={version} item={item} />
          {version.media.length > 0 && <MediaFiles caseId={item._id} media={version.media} />}
        </section>
      ))}
    </Card>
  );
}

/** Links to what was reported where everyone sees it; after a dot, in a line of text. */
export function LiveLink({ item: { subject, subjectId, current, snapshot } }: { item: CaseDetail }) {
  const t = useTranslate();
  const postId = snapshot.versions.find(({ post }) => post)?.post?._id;
  if (current !== "shown") return null;
  const link = (href: string, text: string) => (
    <>
      {" · "}
      <TextLink href={href} prefetch={false}>
        {text}
      </TextLink>
    </>
  );
  if (subject === "post") return link(`/post/${subjectId}`, t("See the post"));
  if (subject === "person") return link(`/profile/${subjectId}`, t("See the profile"));
  if (subject === "comment" && postId) {
    return link(commentPath(postId, subjectId), t("See it under the post"));
  }
  return null;
}

/** What has become of the content; undefined while everyone sees it. */
function stateOf(
  { subject, current, isHeld, decisions, closedAt }: CaseDetail,
  t: Translate,
): string | undefined {
  const noun = t(subjectNoun(subject));
  // The person is there all the same.
  if (subject === "person" && current === "shown" && isHeld && closedAt === null) {
    return t("What this profile showed is held: no one sees it, until you decide.");
  }
  if (current === "deleted") return t("The {noun} has since been deleted.", { noun });
  if (current === "shown") return undefined;
  const isRemoved = decisions.some(({ undoneAt, outcome }) => !undoneAt && outcome !== "no_violation");
  return isHeld && !isRemoved
    ? t("This {noun} is held: only its author sees it, until you decide.", { noun })
    : t("This {noun} is removed: only its author still sees it.", { noun });
}

function Version({ version, item }: { version: ReportedVersion; item: CaseDetail }) {
  const t = useTranslate();
  const { subject } = item;
  const { text, media, post, answered, name, username } = version;
  return (
    <>
      {subject === "person" && (
        <p>
          <bdi className="font-semibold">{name || t(DELETED_MEMBER)}</bdi>
          {username && <span className="text-ink2"> @{username}</span>}
        </p>
      )}
      {text ? (
        // Not as links: what is reported may lead to traps.
        <p className="free-text text-lg leading-relaxed">{text}</p>
      ) : (
        media.length === 0 && <p className="text-ink2">{t("No text.")}</p>
      )}
      {answered && (
        <p className="free-text border-line border-l-2 pl-3 text-ink2 text-label">
          <Rich
            text="In reply to {name}"
            values={{ name: <bdi className="font-semibold">{answered.name || t(DELETED_MEMBER)}</bdi> }}
          />
          {`: ${answered.text}`}
        </p>
      )}
      {post && (
        <p className="free-text border-line border-l-2 pl-3 text-ink2 text-label">
          <Rich
            text={subject === "comment" ? "Under the post of {name}" : "With the post of {name}"}
            values={{ name: <bdi className="font-semibold">{post.name || t(DELETED_MEMBER)}</bdi> }}
          />
          {post.text && `: ${post.text}`}
        </p>
      )}
    </>
  );
}

const PURPOSES = { post: "", avatar: "Profile picture", banner: "Banner" };

type MediaFilesProps = { caseId: string; media: ReportedVersion["media"] };

/** Photos and videos, not loaded until a press: no one has to look at them by surprise. */
function MediaFiles({ caseId, media }: MediaFilesProps) {
  const t = useTranslate();
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="secondary" size="sm" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        <Icon aria-hidden />
        {isShown ? t("Hide media") : t("Show media")}
        <span className="sr-only">
          ({t("{count, plural, one {# file} other {# files}}", { count: media.length })})
        </span>
      </Button>
      <ul className={isShown ? "grid w-full grid-cols-2 gap-2 sm:grid-cols-3" : "flex flex-wrap gap-2"}>
        {media.map((file) => (
          <li
            key={file._id}
            className={cx(
              isShown && media.length === 1 && "col-span-full",
              !isShown && "flex max-w-full items-center gap-2",
            )}
          >
            <figure className="shrink-0 overflow-hidden rounded-field bg-sunken">
              {isShown ? (
                <MediaFile caseId={caseId} file={file} isAlone={media.length === 1} />
              ) : (
                <TypeIcon type={file.type} className="m-3.5" />
              )}
            </figure>
            {(PURPOSES[file.purpose] || file.altText) && (
              <p className={cx("min-w-0 break-words text-ink2 text-sm", isShown && "pt-1")}>
                {[PURPOSES[file.purpose] && t(PURPOSES[file.purpose]), file.altText]
                  .filter(Boolean)
                  .join(": ")}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const shapeOf = (isAlone: boolean) => cx("w-full bg-sunken", isAlone ? "h-60" : "aspect-square");

type MediaType = ReportedVersion["media"][number]["type"];

function TypeIcon({ type, className }: { type: MediaType; className?: string }) {
  const Icon = type === "video" ? Film : ImageIcon;
  return <Icon aria-hidden className={cx("size-6 text-ink2", className)} />;
}

/** Replaces a file that is loading, or is gone. */
function Placeholder({ type, isAlone, text }: { type: MediaType; isAlone: boolean; text: string }) {
  return (
    <div className={cx("flex flex-col items-center justify-center gap-2 p-4 text-ink2", shapeOf(isAlone))}>
      <TypeIcon type={type} />
      <p role="status" className="text-center text-sm">
        {text}
      </p>
    </div>
  );
}

type MediaFileProps = { caseId: string; file: ReportedVersion["media"][number]; isAlone: boolean };

/** A file that may be withheld from everyone else: it comes from the API, with the bearer. */
function MediaFile({ caseId, file, isAlone }: MediaFileProps) {
  const t = useTranslate();
  const { data, error } = useQuery(caseMediaOptions(caseId, file._id));
  const src = useObjectUrl(data);
  if (error) return <Placeholder type={file.type} isAlone={isAlone} text={messageOf(error)} />;
  if (!src) return <Placeholder type={file.type} isAlone={isAlone} text={t("Loading…")} />;
  const shape = cx("w-full bg-sunken", isAlone ? "max-h-112 object-contain" : "aspect-square object-cover");
  if (file.type === "video") {
    return (
      // biome-ignore lint/a11y/useMediaCaption: what people upload has none
      <video controls playsInline src={src} className={shape} />
    );
  }
  // A picture that moves does: what is reported may be in any of its frames.
  return <img src={src} alt={file.altText} decoding="async" className={shape} />;
}

/** An address of a file in memory, as long as it is shown. */
function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url;
}
