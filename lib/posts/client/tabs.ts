"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type PostNews, patchPost, tabsOf } from "@/lib/posts/client/cache";
import { patchPerson, usersKeys, withFields } from "@/lib/profiles/client/cache";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";

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
    const channel = "BroadcastChannel" in window ? new BroadcastChannel(tabsOf(personId)) : undefined;
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
