"use client";

import { useEffect, useState } from "react";
import { sampleClip } from "@/components/gallery/sample-clip";
import { COMMENTS, GONE, ME, POSTS, picture } from "@/components/gallery/samples";
import { Section, Specimen } from "@/components/gallery/specimen";
import { CommentItem } from "@/components/posts/comments/comment-item";
import { CommentList } from "@/components/posts/comments/comment-list";
import { ComposerForm } from "@/components/posts/composer/composer";
import type { Composer } from "@/components/posts/composer/use-composer";
import { PostCard } from "@/components/posts/post-card/post-card";
import { PostSkeletons } from "@/components/posts/post-list/post-skeleton";
import { PostGrid } from "@/components/profiles/post-grid";
import { userPostsOptions } from "@/lib/posts/client/queries";

const nothing = () => {};

const KINDS: [name: keyof typeof POSTS, what: string][] = [
  ["picture", "a picture"],
  ["trending", "trending, liked, large counts"],
  ["own", "one's own, with its menu"],
  ["noCaption", "no caption, no likes"],
  ["longCaption", "a caption without end, by a long name"],
  ["anonymous", "by somebody without a name"],
  ["tall", "a very tall picture"],
  ["wide", "a very wide picture"],
  ["gone", "its picture is gone"],
  ["goneEntirely", "its picture is gone, and there is nothing in its place"],
];

export function Posts() {
  return (
    <Section id="posts" title="Posts">
      {KINDS.map(([name, what]) => {
        const post = POSTS[name];
        return (
          post && (
            <Specimen key={name} name={what} bare>
              <PostCard post={post} onOpenMedia={nothing} onDeleted={nothing} />
            </Specimen>
          )
        );
      })}
      <Specimen name="a video" bare>
        <VideoPost />
      </Specimen>
      <Specimen name="on its way" bare>
        <PostSkeletons count={1} />
      </Specimen>
      <Specimen name="as a grid" bare>
        <PostGrid options={userPostsOptions(ME._id)} label="Posts as a grid" empty={null} />
      </Specimen>
    </Section>
  );
}

/** The clip is made by the browser, so the server draws its place only. */
function VideoPost() {
  const [mediaUrl, setMediaUrl] = useState<string>();
  useEffect(() => {
    const url = sampleClip();
    setMediaUrl(url);
    return () => URL.revokeObjectURL(url);
  }, []);
  if (!mediaUrl || !POSTS.video) return <PostSkeletons count={1} />;
  return <PostCard post={{ ...POSTS.video, mediaUrl }} onOpenMedia={nothing} onDeleted={nothing} />;
}

export function Comments() {
  return (
    <Section id="comments" title="Comments">
      <Specimen name="of others, of one's own, long, on its way">
        <ul className="flex flex-col gap-2.5">
          {COMMENTS.map((comment) => (
            <CommentItem
              key={comment._id}
              comment={comment}
              onDelete={comment.userId._id === ME._id ? nothing : undefined}
            />
          ))}
        </ul>
      </Specimen>
      <Specimen name="none yet">
        <CommentList postId={POSTS.noCaption?._id ?? ""} postAuthorId={ME._id} />
      </Specimen>
    </Section>
  );
}

/** A composer as it is at one moment; nothing it offers does anything. */
function composerAt(change: Partial<Composer>): Composer {
  return {
    me: ME,
    textarea: { current: null },
    text: "",
    setText: nothing,
    insert: nothing,
    count: change.text?.length ?? 0,
    isTooLong: false,
    media: undefined,
    isPreparing: false,
    pick: async () => {},
    removeMedia: nothing,
    altText: "",
    setAltText: nothing,
    notice: undefined,
    state: { phase: "idle" },
    isWorking: false,
    isDone: false,
    submit: nothing,
    cancel: nothing,
    hasContent: false,
    isAtRisk: false,
    isExpanded: change.text !== undefined,
    discard: nothing,
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

const MOMENTS: [what: string, composer: Composer][] = [
  ["folded", composerAt({})],
  [
    "a text, no picture",
    composerAt({ text, notice: { tone: "error", text: "Please select a media file.", count: 1 } }),
  ],
  ["ready", composerAt(filled)],
  ["reading the file", composerAt({ text, isPreparing: true })],
  [
    "a file that shows no picture",
    composerAt({ text, media: { ...media, mediaType: "video", objectUrl: GONE, width: 0 } }),
  ],
  ["too long", composerAt({ ...filled, text: `${text} `.repeat(60), isTooLong: true, count: 2_519 })],
  [
    "uploading",
    composerAt({
      ...filled,
      isWorking: true,
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
      {MOMENTS.map(([what, composer]) => (
        <Specimen key={what} name={what}>
          <ComposerForm composer={composer} />
        </Specimen>
      ))}
      <Specimen name="on a page of its own, nothing begun">
        <ComposerForm composer={composerAt({})} alwaysOpen />
      </Specimen>
    </Section>
  );
}
