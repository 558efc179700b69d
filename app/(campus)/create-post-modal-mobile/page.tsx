import type { Metadata } from "next";
import { CreatePostPage } from "@/components/posts/composer/create-post-page";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Create Post") };
}

export default function Page() {
  return <CreatePostPage />;
}
