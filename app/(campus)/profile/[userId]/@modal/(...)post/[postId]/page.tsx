import type { Metadata } from "next";
import { PostOverProfile } from "@/components/profiles/post-over-profile";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Post") };
}

type Props = { params: Promise<{ userId: string }> };

/**
 * A press on a tile of the profile opens this; the same address, reloaded, is the post's page.
 */
export default async function PostOverProfilePage({ params }: Props) {
  return <PostOverProfile userId={(await params).userId} />;
}
