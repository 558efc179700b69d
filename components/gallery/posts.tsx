"use client";

import { useEffect, useState } from "react";
import { COMMENTS, POSTS, sampleClip } from "@/components/gallery/post-samples";
import { BROKEN_IMAGE, ME, picture } from "@/components/gallery/samples";
import { Section, Specimen } from "@/components/gallery/specimen";
import { CommentItem } from "@/components/posts/comments/comment-item";
import { CommentList } from "@/components/posts/comments/comment-list";
import type { ChosenMedia, ReadyMedia } from "@/components/posts/composer/chosen-media";
import { ComposerForm, ComposerTools } from "@/components/posts/composer/composer";
import { DraftRow } from "@/components/posts/composer/draft-row";
import { UploadRow } from "@/components/posts/composer/upload-row";
import type { Composer } from "@/components/posts/composer/use-composer";
import { PostCard } from "@/components/posts/post-card/post-card";
import { PostSkeletons } from "@/components/posts/post-list/post-skeleton";
import { TrendingTags } from "@/components/posts/trending-tags";
import { PostGrid } from "@/components/profiles/post-grid";
import { userPostsOptions } from "@/lib/posts/client/queries";

const noop = () => {};

const POST_STATES: [name: keyof typeof POSTS, caption: string][] = [
  ["picture", "a picture"],
  ["trending", "trending, liked, large counts"],
  ["own", "the viewer's own, with its menu"],
  ["noCaption", "no caption, no likes"],
  ["longCaption", "a very long caption, by a long name"],
  ["anonymous", "by an incomplete profile"],
  ["tall", "a very tall picture"],
  ["wide", "a very wide picture"],
  ["several", "several pictures"],
  ["gone", "picture fails to load"],
  ["goneEntirely", "picture fails to load, without a placeholder"],
];

export function Posts() {
  return (
    <Section id="posts" title="Posts">
      {POST_STATES.map(([name, caption]) => {
        const post = POSTS[name];
        return (
          post && (
            <Specimen key={name} name={caption} bare>
              <PostCard post={post} onOpenMedia={noop} onDeleted={noop} />
            </Specimen>
          )
        );
      })}
      <Specimen name="a video" bare>
        <VideoPost />
      </Specimen>
      <Specimen name="loading" bare>
        <PostSkeletons count={1} />
      </Specimen>
      <Specimen name="trending tags" bare>
        <TrendingTags />
      </Specimen>
      <Specimen name="as a grid" bare>
        <PostGrid options={userPostsOptions(ME._id)} label="Posts as a grid" empty={null} />
      </Specimen>
    </Section>
  );
}

/** The clip is created in the browser, so the server renders a skeleton. */
function VideoPost() {
  const [mediaUrl, setMediaUrl] = useState<string>();
  useEffect(() => {
    const url = sampleClip();
    setMediaUrl(url);
    return () => URL.revokeObjectURL(url);
  }, []);
  if (!mediaUrl || !POSTS.video) return <PostSkeletons count={1} />;
  return <PostCard post={{ ...POSTS.video, mediaUrl }} onOpenMedia={noop} onDeleted={noop} />;
}

export function Comments() {
  return (
    <Section id="comments" title="Comments">
      <Specimen name="another member's, the viewer's own, long, pending">
        <ul className="flex flex-col gap-2.5">
          {COMMENTS.map((comment) => (
            <CommentItem
              key={comment._id}
              comment={comment}
              onDelete={comment.userId._id === ME._id ? noop : undefined}
            />
          ))}
        </ul>
      </Specimen>
      <Specimen name="no comments">{POSTS.noCaption && <CommentList post={POSTS.noCaption} />}</Specimen>
    </Section>
  );
}

let composers = 0;

/** A composer in a fixed state, with actions that do nothing. */
function composerAt(change: Partial<Composer>): Composer {
  return {
    me: ME,
    draftKey: "gallery",
    // Labels and counters belong to one composer each.
    formId: `composer-${composers++}`,
    textarea: { current: null },
    picker: { current: null },
    openPicker: noop,
    text: "",
    setText: noop,
    insert: noop,
    count: change.text?.length ?? 0,
    isTooLong: false,
    items: [],
    selected: change.items?.[0],
    isDescribing: false,
    isPreparing: false,
    canAddMedia: true,
    pick: async () => {},
    altField: { current: null },
    isAskingForAlt: false,
    closeQuestion: noop,
    describeFirst: async () => {},
    postAnyway: noop,
    isAltTooLong: false,
    notice: undefined,
    state: { phase: "idle" },
    isPending: false,
    isDone: false,
    submit: noop,
    cancel: noop,
    reset: noop,
    hasContent: false,
    isUnfinished: false,
    isAtRisk: false,
    isExpanded: change.text !== undefined,
    discard: noop,
    ...change,
  };
}

const text = "Golden hour from the hostel roof #gwalior";
const media = {
  file: new Blob(),
  fileName: "sunrise.jpg",
  mediaType: "image" as const,
  objectUrl: picture(18),
  width: 1200,
  height: 900,
};
const item: ReadyMedia = {
  id: "1",
  fileName: media.fileName,
  mediaType: "image",
  altText: "The sun over dark hills",
  phase: "ready",
  media,
  source: media,
  isStored: true,
};
const filled = { text, items: [item] };

const withoutPreview = { ...media, mediaType: "video" as const, objectUrl: BROKEN_IMAGE, width: 0 };
/** Four files, each in another state. */
const four: ChosenMedia[] = [
  item,
  { ...item, id: "2", altText: "", media: { ...media, objectUrl: picture(140) } },
  {
    id: "3",
    fileName: "IMG_3.MOV",
    mediaType: "video",
    altText: "",
    phase: "preparing",
    file: new File([], "IMG_3.MOV"),
    share: 0.4,
  },
  {
    id: "4",
    fileName: "IMG_4.HEIC",
    mediaType: "image",
    altText: "",
    phase: "failed",
    file: new File([], "IMG_4.HEIC"),
    message: "This file can't be read.",
  },
];

const working = {
  phase: "working",
  progress: 42,
  step: "Uploading your photo…",
  canCancel: true,
  files: { 1: { phase: "done", share: 1 }, 2: { phase: "sending", share: 0.3 } },
} as const;

const COMPOSER_STATES: [caption: string, composer: Composer][] = [
  ["collapsed", composerAt({})],
  [
    "text without media",
    composerAt({ text, notice: { tone: "error", text: "Please select a media file.", count: 1 } }),
  ],
  ["ready", composerAt(filled)],
  ["reading the file", composerAt({ text, isPreparing: true })],
  [
    "media without a preview",
    composerAt({
      text,
      items: [{ ...item, mediaType: "video", media: withoutPreview, source: withoutPreview }],
    }),
  ],
  ["four files", composerAt({ text, items: four, isDescribing: true, isPreparing: true })],
  ["one that can't be read", composerAt({ text, items: four, selected: four[3] })],
  [
    "several, being sent",
    composerAt({ text, items: [item, { ...item, id: "2" }], isPending: true, state: working }),
  ],
  ["too long", composerAt({ ...filled, text: `${text} `.repeat(60), isTooLong: true, count: 2_519 })],
  ["uploading", composerAt({ ...filled, isPending: true, state: working })],
  [
    "failed",
    composerAt({ ...filled, notice: { tone: "error", text: "Upload failed: You are offline.", count: 1 } }),
  ],
  [
    "done",
    composerAt({
      ...filled,
      isDone: true,
      state: { phase: "done", post: { caption: text, items: [item] } },
    }),
  ],
];

const EMPTY_COMPOSER = composerAt({});
const LONG_COMPOSER = composerAt({ ...filled, text: `${text} `.repeat(47).slice(0, 1_930) });

function OpenComposer({ composer }: { composer: Composer }) {
  return (
    <div className="flex flex-col gap-3">
      <ComposerForm composer={composer} layout="open" />
      <ComposerTools composer={composer} hasDropArea />
    </div>
  );
}

export function Composers() {
  return (
    <Section id="composer" title="Composer">
      {COMPOSER_STATES.map(([caption, composer]) => (
        <Specimen key={caption} name={caption}>
          <ComposerForm composer={composer} />
        </Specimen>
      ))}
      <Specimen name="in its dialog, empty">
        <OpenComposer composer={EMPTY_COMPOSER} />
      </Specimen>
      <Specimen name="in its dialog, near the limit">
        <OpenComposer composer={LONG_COMPOSER} />
      </Specimen>
      <Specimen name="a draft on top of the feed">
        <DraftRow composer={composerAt(filled)} onContinue={noop} onDiscard={noop} />
      </Specimen>
      <Specimen name="an upload on top of the feed">
        <UploadRow state={working} items={[item]} onRetry={noop} onCancel={noop} />
      </Specimen>
      <Specimen name="an upload that failed">
        <UploadRow
          state={{ phase: "failed", message: "Upload failed: You are offline.", files: {} }}
          items={four}
          onRetry={noop}
          onCancel={noop}
        />
      </Specimen>
    </Section>
  );
}
