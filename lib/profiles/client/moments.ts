"use client";

import { useStore } from "zustand/react";
import { useMe } from "@/lib/profiles/client/queries";
import { CIRCLE_TO_CELEBRATE, firstSteps } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";
import { hasOwner } from "@/lib/sessions/client/data-owner";
import { persistedStore } from "@/lib/store/persisted-store";

/** What is celebrated once a person: whose, and what they have reached. */
const NONE = { personId: "", steps: false, circle: false, post: false, celebratesPost: false };
const moments = persistedStore({
  area: "local",
  keys: ["moments"],
  initial: NONE,
  // The celebration in the first post is over with the page.
  format: ({ celebratesPost, ...stored }) => [JSON.stringify(stored)],
});

/** Whether a post is the viewer's first, which is celebrated as long as it is their only one. */
export function useCelebratesPost(post: { userId: { _id: string } }): boolean {
  const me = useMe();
  const celebrates = useStore(moments, ({ celebratesPost }) => celebratesPost);
  return celebrates && me?.postsCount === 1 && post.userId._id === me._id;
}

/** The larger ones first: of several that come together, one is celebrated. */
const MOMENTS = ["steps", "circle", "post"] as const;
export type Moment = (typeof MOMENTS)[number];

const reached = (me: OwnUser): Record<Moment, boolean> => ({
  steps: !me.hidesChecklist && !Object.values(firstSteps(me)).includes(false),
  circle: me.followersCount >= CIRCLE_TO_CELEBRATE,
  post: me.postsCount > 0,
});

/**
 * The moment that a person has come to since the last call, which is over with that. What they had
 * reached before this browser knew them is not celebrated, nor is anything after they log out.
 */
export function takeMoment(me: OwnUser): Moment | undefined {
  if (!hasOwner()) return undefined;
  const known = moments.getState();
  const now = reached(me);
  if (known.personId !== me._id) {
    moments.setState({ personId: me._id, ...now });
    return undefined;
  }
  const fresh = MOMENTS.filter((moment) => now[moment] && !known[moment]);
  if (fresh.length > 0) {
    const { steps, circle, post } = now;
    moments.setState({
      steps: known.steps || steps,
      circle: known.circle || circle,
      post: known.post || post,
      celebratesPost: fresh[0] === "post",
    });
  }
  return fresh[0];
}
