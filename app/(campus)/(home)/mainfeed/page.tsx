import type { Metadata } from "next";

export const metadata: Metadata = { title: "Home" };

/** The feed is in the layout; nothing opens over it here. */
export default function MainFeedPage() {
  return null;
}
