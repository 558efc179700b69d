"use client";

import { useEffect, useState } from "react";
import { COMMENTS, POSTS, sampleClip } from "@/components/gallery/post-samples";
import { BROKEN_IMAGE, ME, picture } from "@/components/gallery/samples";
import { Section, Specimen } from "@/components/gallery/specimen";
import { CommentItem } from "@/components/posts/comments/comment-item";
import { CommentList } from "@/components/posts/comments/comment-list";
import { ComposerForm } from "@/components/posts/composer/composer";
import type { Composer } from "@/components/posts/composer/use-composer";
import { PostCard } from "@/components/posts/post-card/post-card";
import { PostSkeletons } from "@/components/posts/post-list/post-skeleton";
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

/** A composer in a fixed state, with actions that do nothing. */
function composerAt(change: Partial<Composer>): Composer {
  return {
    me: ME,
    textarea: { current: null },
    text: "",
    setText: noop,
    insert: noop,
    count: change.text?.length ?? 0,
    isTooLong: false,
    media: undefined,
    isPreparing: false,
    pick: async () => {},
    removeMedia: noop,
    altText: "",
    setAltText: noop,
    notice: undefined,
    state: { phase: "idle" },
    isPending: false,
    isDone: false,
    submit: noop,
    cancel: noop,
    hasContent: false,
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
const altText = "The sun over dark hills";
const filled = { text, media, altText };

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
    composerAt({ text, media: { ...media, mediaType: "video", objectUrl: BROKEN_IMAGE, width: 0 } }),
  ],
  ["too long", composerAt({ ...filled, text: `${text} `.repeat(60), isTooLong: true, count: 2_519 })],
  [
    "uploading",
    composerAt({
      ...filled,
      isPending: true,
      state: { phase: "working", progress: 42, step: "Uploading your photo…", canCancel: true },
    }),
  ],
  [
    "failed",
    composerAt({ ...filled, notice: { tone: "error", text: "Upload failed: You are offline.", count: 1 } }),
  ],
  [
    "done",
    composerAt({
      ...filled,
      isDone: true,
      state: { phase: "done", post: { caption: text, altText, media } },
    }),
  ],
];

export function Composers() {
  return (
    <Section id="composer" title="Composer">
      {COMPOSER_STATES.map(([caption, composer]) => (
        <Specimen key={caption} name={caption}>
          <ComposerForm composer={composer} />
        </Specimen>
      ))}
      <Specimen name="on its own page, empty">
        <ComposerForm composer={composerAt({})} alwaysOpen />
      </Specimen>
    </Section>
  );
}
