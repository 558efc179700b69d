"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { PersonLink } from "@/components/moderation/case-parts";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { RelativeTime } from "@/components/ui/relative-time";
import { DELETED_MEMBER } from "@/lib/messages/policy";
import type { CaseDetail } from "@/lib/moderation/schema";
import { subjectNoun } from "@/lib/reports/policy";
import type { ReportedVersion } from "@/lib/reports/schema";
import { countOf } from "@/lib/text/counts";
import { sizedImageUrl } from "@/lib/text/media-url";

/** What was reported, as it was then, and what has become of it. */
export function ReportedContent({ item }: { item: CaseDetail }) {
  const { subject, person, snapshot } = item;
  const first = snapshot.versions.find(({ isFormer }) => !isFormer) ?? snapshot.versions[0];
  const others = snapshot.versions.filter((version) => version !== first);
  const state = stateOf(item);
  return (
    <Card bleed className="flex flex-col gap-4 p-4 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PersonLink person={person} />
        {first && (
          <p className="text-ink2 text-sm">
            {first.isFormer ? "Deleted on" : "As it was on"} <RelativeTime at={first.takenAt} style="exact" />
          </p>
        )}
      </div>
      {state && <Alert tone="info">{state}</Alert>}
      {first ? (
        <Version version={first} subject={subject} />
      ) : (
        <p className="text-ink2">What was reported is no longer stored.</p>
      )}
      {others.map((version) => (
        <section
          key={`${version.isFormer} ${version.takenAt}`}
          className="flex flex-col gap-4 border-line border-t pt-4"
        >
          <h2 className="text-label">
            {version.isFormer ? "What it said until" : "Edited, as it was on"}{" "}
            <RelativeTime at={version.takenAt} style="exact" />
          </h2>
          <Version version={version} subject={subject} />
        </section>
      ))}
    </Card>
  );
}

/** What has become of the content meanwhile; undefined while everyone sees it. */
function stateOf({ subject, current, isHeld, decisions }: CaseDetail): string | undefined {
  const noun = subjectNoun(subject);
  if (current === "deleted") return `The ${noun} has since been deleted.`;
  if (current === "shown") return undefined;
  const isRemoved = decisions.some(({ undoneAt, outcome }) => !undoneAt && outcome !== "no_violation");
  return isHeld && !isRemoved
    ? `This ${noun} is held: only its author sees it, until you decide.`
    : `This ${noun} is removed: only its author still sees it.`;
}

function Version({ version, subject }: { version: ReportedVersion; subject: CaseDetail["subject"] }) {
  const { text, media, post, name, username } = version;
  return (
    <>
      {subject === "person" && (
        <p>
          <bdi className="font-semibold">{name || DELETED_MEMBER}</bdi>
          {username && <span className="text-ink2"> @{username}</span>}
        </p>
      )}
      {text ? (
        // Not as links: what is reported may lead to traps.
        <p className="free-text text-lg leading-relaxed">{text}</p>
      ) : (
        media.length === 0 && <p className="text-ink2">No text.</p>
      )}
      {media.length > 0 && <ReportedMedia media={media} />}
      {post && (
        <p className="free-text border-line border-l-2 pl-3 text-ink2 text-label">
          {subject === "comment" ? "Under the post of " : "With the post of "}
          <bdi className="font-semibold">{post.name}</bdi>
          {post.text && `: ${post.text}`}
        </p>
      )}
    </>
  );
}

const PURPOSES = { post: "", avatar: "Profile picture", banner: "Banner" };

/** Photos and videos, blurred until a press: no one has to look at them by surprise. */
function ReportedMedia({ media }: { media: ReportedVersion["media"] }) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="secondary" size="sm" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        <Icon aria-hidden />
        {isShown ? "Hide media" : "Show media"}
        <span className="sr-only">({countOf(media.length, "file")})</span>
      </Button>
      <ul className="grid w-full grid-cols-2 gap-2 sm:grid-cols-3">
        {media.map((file) => (
          <li key={file.url} className={media.length === 1 ? "col-span-full" : undefined}>
            <figure className="overflow-hidden rounded-media bg-sunken">
              <MediaFile file={file} isShown={isShown} isAlone={media.length === 1} />
            </figure>
            {(PURPOSES[file.purpose] || file.altText) && (
              <p className="break-words pt-1 text-ink2 text-sm">
                {[PURPOSES[file.purpose], file.altText].filter(Boolean).join(": ")}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

type MediaFileProps = { file: ReportedVersion["media"][number]; isShown: boolean; isAlone: boolean };

function MediaFile({ file, isShown, isAlone }: MediaFileProps) {
  const shape = cx("w-full bg-sunken", isAlone ? "max-h-112 object-contain" : "aspect-square object-cover");
  if (file.type === "video" && isShown) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: what people upload has none
      <video
        controls
        playsInline
        preload="metadata"
        src={file.url}
        poster={file.thumbnail}
        className={shape}
      />
    );
  }
  return (
    <img
      // Shown, a picture that moves does: what is reported may be in any of its frames.
      src={isShown ? sizedImageUrl(file.url, 1080) : sizedImageUrl(file.thumbnail || file.url, 64)}
      alt={isShown ? file.altText : ""}
      loading="lazy"
      decoding="async"
      className={cx(shape, !isShown && "scale-110 blur-2xl")}
    />
  );
}
