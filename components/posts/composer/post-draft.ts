"use client";

import { useEffect } from "react";
import { useStore } from "zustand/react";
import { EMPTY_DRAFT, type MediaDraft, mediaDrafts, mediaListKey } from "@/lib/posts/client/chosen-media";
import { COMMENT_AUDIENCES } from "@/lib/posts/policy";
import type { CommentAudience } from "@/lib/posts/schema";
import { readDraft, useDraft, writeDraft } from "@/lib/store/drafts";

/** The key of an unfinished post's text. It names the author, because a draft is theirs alone. */
export const postDraftKey = (personId: string | undefined) => `post ${personId ?? ""}`;

/** What changes the draft. Loaded on first use: most visits choose no file. */
export const loadMediaDraft = () => import("@/components/posts/composer/media-draft");

/** The media of the draft `key`, restored from storage on first use after a reload. */
export function useMediaDraft(key: string): MediaDraft {
  useEffect(() => {
    if (readDraft(mediaListKey(key)) === "" || mediaDrafts.getState()[key]) return;
    mediaDrafts.setState({ [key]: { ...EMPTY_DRAFT, isRestoring: true } });
    loadMediaDraft().then(
      ({ restoreMedia }) => restoreMedia(key),
      // The stored files stay where they are; a reload tries again.
      () => mediaDrafts.setState({}, true),
    );
  }, [key]);
  return useStore(mediaDrafts, (all) => all[key] ?? EMPTY_DRAFT);
}

/** Who can comment on an unfinished post, stored with its text. */

const audienceKey = (key: string) => `comments ${key}`;

/** What was stored as an audience. Before a choice, everyone; and storage can hold anything. */
const audienceOf = (stored: string): CommentAudience =>
  COMMENT_AUDIENCES.find((audience) => audience === stored) ?? "everyone";

export const readCommentAudience = (key: string): CommentAudience => audienceOf(readDraft(audienceKey(key)));

export const writeCommentAudience = (key: string, audience: CommentAudience): void =>
  writeDraft(audienceKey(key), audience === "everyone" ? "" : audience);

/** Who can comment on the post that is the draft `key`. Everyone in server rendering. */
export const useCommentAudience = (key: string): CommentAudience => audienceOf(useDraft(audienceKey(key))[0]);
