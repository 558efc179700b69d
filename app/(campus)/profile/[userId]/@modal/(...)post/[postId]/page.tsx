import type { Metadata } from "next";
import { PostOverProfile } from "@/components/profiles/post-over-profile";

export const metadata: Metadata = { title: "Post" };

type Props = { params: Promise<{ userId: string }> };

/**
 * A press on a tile of the profile leads here; the same address, opened anew, to the post's page.
 */
export default async function PostOverProfilePage({ params }: Props) {
  return <PostOverProfile userId={(await params).userId} />;
}
