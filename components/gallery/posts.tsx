"use client";

import { useEffect, useState } from "react";
import { COMMENTS, POSTS, sampleClip } from "@/components/gallery/post-samples";
import { ME } from "@/components/gallery/samples";
import { Section, Specimen } from "@/components/gallery/specimen";
import { CommentItem } from "@/components/posts/comments/comment-item";
import { CommentList } from "@/components/posts/comments/comment-list";
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
              isMine={comment.userId._id === ME._id}
              onDelete={comment.userId._id === ME._id ? noop : undefined}
            />
          ))}
        </ul>
      </Specimen>
      <Specimen name="no comments">{POSTS.noCaption && <CommentList post={POSTS.noCaption} />}</Specimen>
    </Section>
  );
}
