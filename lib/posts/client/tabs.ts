"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { patchPost } from "@/lib/posts/client/cache";
import type { Post } from "@/lib/posts/schema";
import { patchPerson, usersKeys, withFields } from "@/lib/profiles/client/cache";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import { storedPersonId } from "@/lib/sessions/client/stored-session";

/** Tabs of one person show the same: what they did in one of them shows in all. */

type PostNews = { postId: string; change: Partial<Post> };

const channelName = (personId: string) => `campus-circle-posts-${personId}`;

/** Shows what the server answered about a post, in this tab and the others. */
export function settlePost(client: QueryClient, postId: string, change: Partial<Post>): void {
  patchPost(client, postId, (post) => ({ ...post, ...change }));
  const personId = storedPersonId();
  if (!personId || !("BroadcastChannel" in window)) return;
  const channel = new BroadcastChannel(channelName(personId));
  channel.postMessage({ postId, change } satisfies PostNews);
  channel.close();
}

/** Shows what the person does in other tabs: to posts, and to their own profile. */
export function useOtherTabs(personId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!personId) return;
    const handleStorage = ({ key, newValue }: StorageEvent) => {
      const profile = key === "userProfile" ? readStoredProfile(newValue) : undefined;
      if (profile?._id !== personId) return;
      client.setQueryData(usersKeys.me(), profile);
      patchPerson(client, personId, (person) => withFields(person, profile));
    };
    window.addEventListener("storage", handleStorage);
    const channel = "BroadcastChannel" in window ? new BroadcastChannel(channelName(personId)) : undefined;
    if (channel) {
      channel.onmessage = ({ data: { postId, change } }: MessageEvent<PostNews>) =>
        patchPost(client, postId, (post) => ({ ...post, ...change }));
    }
    return () => {
      window.removeEventListener("storage", handleStorage);
      channel?.close();
    };
  }, [personId, client]);
}
