import type { Metadata } from "next";

export const metadata: Metadata = { title: "Home" };

/** Nothing over the feed. */
export default function MainFeedPage() {
  return null;
}
